"""SpotIt inside other tools. Each module needs the tool that it is named after, which SpotIt does not install."""
