"""What the dialect says about names, collations, numerals, dates and tokens, against SQLite itself."""
