"""Deliberate bugs in our own encoder, which the comparisons must find."""
