"""Rewrites that keep the meaning of a query, of many kinds, and near misses of each: its side condition removed."""
