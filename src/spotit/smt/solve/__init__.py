"""Questions to Z3: printing, sessions, splitting into cases, merging by sweeping; the only importer of z3."""
