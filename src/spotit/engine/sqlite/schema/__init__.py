"""Reading schemas from the engine's catalogue, and writing databases."""
