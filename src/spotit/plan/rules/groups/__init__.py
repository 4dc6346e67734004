"""Laws about GROUP BY and aggregates."""
