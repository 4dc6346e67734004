"""What names and expressions mean: scopes, affinities, functions."""
