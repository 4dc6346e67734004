"""Values and uses guessed for the search; no proof rests on them."""
