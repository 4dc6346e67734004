"""Our answers against what others have published: pairs with verdicts, benchmark queries, recorded results."""
