"""What is known of the rows of a plan, from the schema and from the plan itself. Proofs rest on it: no guesses."""
