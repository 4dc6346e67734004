"""Random schemas, databases and queries, all decided by a `random.Random`: fast enough for 100,000s of cases."""
