"""Laws about what is the same on every row."""
