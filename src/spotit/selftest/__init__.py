"""Attacks SpotIt with generated queries, schemas and databases: what the tests do with a seed, on any machine."""
