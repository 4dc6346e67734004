"""Laws about subqueries in expressions: IN, EXISTS, a value."""
