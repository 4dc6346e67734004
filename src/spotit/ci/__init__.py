"""Queries under version control: which changed, whether they still mean the same, and how CI systems are told."""
