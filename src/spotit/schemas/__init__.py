"""Schemas from anywhere: DDL of any dialect, SQLite files, `tables.json` of BIRD and Spider; imports sqlglot."""
