"""What the symbolic search claims about a pair against all databases of a tiny world, and larger random ones."""
