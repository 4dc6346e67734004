"""Values worth trying, guessed from how a plan uses its columns; no proof rests on them."""
