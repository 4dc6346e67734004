"""Work in processes that can be killed: a stuck, crashed or over-sized step ends its process, never the run."""
