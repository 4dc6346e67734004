"""The values of SQL."""

from __future__ import annotations

Value = None | int | float | str | bytes
"""NULL, INTEGER, REAL, TEXT or BLOB."""
