"""Verdicts against how the second query was made from the first: by a rewrite, or by a small change."""
