"""Real engines: the only importers of their drivers."""
