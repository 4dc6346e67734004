"""The portfolio: how a difference is searched for, confirmed, graded, shrunk and explained."""
