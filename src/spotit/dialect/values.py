"""The values of SQL."""

from __future__ import annotations

Value = None | int | float | str | bytes
"""NULL, INTEGER, REAL, TEXT or BLOB."""

LEAST, MOST = -(2**63), 2**63 - 1
"""The least and the greatest INTEGER."""

WHOLE = 2**53
"""Every INTEGER up to this size is a REAL too; of larger ones some are not."""
