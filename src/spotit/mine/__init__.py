"""Facts learned from an example database or from a profile of one, and the file that keeps them."""
