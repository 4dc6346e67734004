"""What example data mean for a check: rules as constraints, and rows to begin with."""
