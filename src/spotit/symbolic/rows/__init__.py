"""Tables of symbolic rows, and their order."""
