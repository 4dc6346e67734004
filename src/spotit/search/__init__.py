"""The flow of a check: how a difference is searched for, confirmed, graded, shrunk and explained, or excluded."""
