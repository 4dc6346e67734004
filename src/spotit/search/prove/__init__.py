"""Claims: same plan, bounded proof, and when a bounded proof holds for every size."""
