"""Hash-consed terms that simplify when they are made, and their interpreter."""
