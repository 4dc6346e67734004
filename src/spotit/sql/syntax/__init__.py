"""SQL text to a syntax tree with positions, by SQLite's grammar."""
