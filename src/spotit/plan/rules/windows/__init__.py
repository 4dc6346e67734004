"""Laws about window functions."""
