"""Plan x symbolic database -> symbolic table: what a query returns, as terms over the cells of the database."""
