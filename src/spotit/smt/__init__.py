"""Own hash-consed terms, their printer and interpreter, and the solver; the only importer of z3."""
