"""Commands for the places where people meet SpotIt: CI, coding agents, the classroom."""
