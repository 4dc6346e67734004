"""Rewriting rules: one law a file, all of them in the tuple `spotit.plan.rules.all_rules.RULES`."""
