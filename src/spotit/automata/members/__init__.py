"""Members of the classes of texts: shortest ones, and in every order."""
