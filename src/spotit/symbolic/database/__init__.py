"""The symbolic database of a schema, and the assignment that makes it a concrete one."""
