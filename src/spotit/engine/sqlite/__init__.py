"""SQLite as it runs: sandboxed queries, a fixed clock, tabulated functions; the only importer of apsw."""
