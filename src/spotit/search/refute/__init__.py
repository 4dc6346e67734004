"""Guesses: small concrete databases on which the two queries may differ."""
