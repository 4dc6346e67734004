"""What a SQL dialect decides: names, types, collations, functions. SQLite is the first; standard library only."""
