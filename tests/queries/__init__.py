"""Queries written by hand, for corners that generated ones rarely reach and for reports as people write them."""
