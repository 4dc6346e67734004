"""The example noun: facts about one database, and its rows where they are at hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from spotit.engine.protocol import Engine
from spotit.frozen import frozen
from spotit.schema import Schema

if TYPE_CHECKING:
    from spotit.learned_facts import LearnedFacts
    from spotit.search.realism.known_rules import KnownRules

Lend = Callable[[Schema], AbstractContextManager[Engine]]
"""Lends an engine with another schema, under the options of the check."""


@frozen
class Example:
    """What is known of the data that the queries are meant for."""

    facts: LearnedFacts
    file: Path | None = None
    """The database itself, if it is at hand."""
    _known: list[KnownRules] = field(init=False, compare=False, repr=False)
    """What the facts mean for the schema that was asked for last."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", [])

    def rules_over(self, schema: Schema) -> KnownRules:
        """Return what the facts mean for databases of a schema; that is worked out once."""
        from spotit.search.realism.known_rules import KnownRules

        known = self._known[-1] if self._known else None
        if known is None or (known.schema is not schema and known.schema != schema):
            known = KnownRules(self.facts, schema)
            self._known[:] = [known]
        return known
