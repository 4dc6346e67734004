"""Conditions on one text, decided for every text: finite automata over classes of characters."""
