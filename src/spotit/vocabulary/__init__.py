"""Words and numbers as real tables have them: what a witness shows in place of values that no query names."""
