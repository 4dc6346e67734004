"""Proofs without a bound on rows: plans of one shape whose parts are equal on each single row."""
