"""The command line: argument parsing and printing, no logic."""
