"""The front end against SQLite: the same texts are queries, and the plan means what the text means."""
