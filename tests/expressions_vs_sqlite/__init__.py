"""Terms of scalar expressions, evaluated under a row, against what SQLite computes from that row."""
