"""A run as a page and as tables: a pure function of the store."""
