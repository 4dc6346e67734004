"""Plan x symbolic database -> symbolic table: what a query returns, as terms over the cells of the database.

A function that returns "the condition that X" returns a Bool term which is true under exactly those assignments (that
is, on those databases) for which X holds. A function that tells "whether X" returns a Python bool: X is known now.
"""
