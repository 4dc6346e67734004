"""What a lint says about a query."""

from __future__ import annotations

from enum import StrEnum

from spotit.errors import Span
from spotit.frozen import frozen


class Severity(StrEnum):
    """How often a finding of this kind means that the query is not what its author wanted."""

    WRONG = "wrong"
    """Nearly always."""
    RISK = "risk"
    """On some data, or when the question asks for something else."""
    HINT = "hint"
    """Seldom; worth a look together with other evidence."""


@frozen
class Finding:
    """One remark on a query: the lint's name, a sentence for people, and the part of the text it is about."""

    name: str
    message: str
    span: Span
    severity: Severity = Severity.RISK
