"""Laws about joins, and about subqueries that are joins."""
