"""Which constructs of SQL a text uses, for the coverage of a run."""

from __future__ import annotations

import re

_CONSTRUCTS = {
    "join": r"\bJOIN\b|, \w+ AS",
    "outer join": r"\b(LEFT|RIGHT|FULL)\b.*?\bJOIN\b",
    "NATURAL or USING": r"\bNATURAL\b|\bUSING\b",
    "GROUP BY": r"\bGROUP BY\b",
    "HAVING": r"\bHAVING\b",
    "aggregate": r"\b(COUNT|SUM|AVG|MIN|MAX|TOTAL|GROUP_CONCAT)\(",
    "window": r"\bOVER\b",
    "DISTINCT": r"\bDISTINCT\b",
    "ORDER BY": r"\bORDER BY\b",
    "LIMIT": r"\bLIMIT\b",
    "set operation": r"\b(UNION|EXCEPT|INTERSECT)\b",
    "subquery": r"\(\s*SELECT\b",
    "EXISTS": r"\bEXISTS\b",
    "IN": r"\bIN\b",
    "WITH": r"\bWITH\b",
    "recursion": r"\bRECURSIVE\b",
    "CASE": r"\bCASE\b",
    "CAST": r"\bCAST\b",
    "COLLATE": r"\bCOLLATE\b",
    "LIKE or GLOB": r"\b(LIKE|GLOB)\b",
    "BETWEEN": r"\bBETWEEN\b",
    "NULL tests": r"\bIS (NOT )?NULL\b|\bcoalesce\(|\bifnull\(|\bnullif\(",
    "arithmetic": r" [-+*/%] ",
    "text functions": r"\b(upper|lower|substr|length|trim|replace|instr)\(|\|\|",
    "date functions": r"\b(date|datetime|strftime|julianday|time|unixepoch)\(",
    "JSON": r"\bjson\w*\(",
    "printf": r"\b(printf|format)\(",
}
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _CONSTRUCTS.items()}
NAMES = tuple(_CONSTRUCTS)
"""All that is looked for."""


def constructs(sql: str) -> list[str]:
    """Return the constructs that a query uses.

    >>> constructs("SELECT DISTINCT a FROM t WHERE b LIKE 'x%'")
    ['DISTINCT', 'LIKE or GLOB']
    """
    return [name for name, pattern in _PATTERNS.items() if pattern.search(sql)]
