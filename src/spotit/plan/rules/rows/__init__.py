"""Laws about filters, projections, order, duplicates and set operations."""
