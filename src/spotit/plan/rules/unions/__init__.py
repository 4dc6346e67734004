"""Laws about groups and columns of UNION ALL."""
