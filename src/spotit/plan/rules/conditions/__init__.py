"""Laws about conditions and values."""
