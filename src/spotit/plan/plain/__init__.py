"""Expressions in plainer words, which mean the same for every value of the columns that they read."""
