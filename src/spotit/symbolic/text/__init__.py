"""Text functions and patterns, and text that is put together from pieces."""
