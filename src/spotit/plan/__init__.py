"""Typed, frozen relational algebra: what a query means, with every SQLite coercion spelled out."""
