"""Terms of a query's symbolic result, evaluated under the assignment that encodes a database, against SQLite."""
