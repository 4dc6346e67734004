"""Classifiers of texts: order, patterns, lengths and numbers; labels of integers."""
