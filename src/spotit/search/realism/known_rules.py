"""The facts of example data as constraints on one schema: each is worked out once, for any number of checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from spotit.constraints.check import Check
from spotit.engine.open import system_of
from spotit.learned_facts import FactKind, LearnedFact, LearnedFacts
from spotit.schema import BaseColumn, Schema
from spotit.search.realism.strengthen import Rule, contents_seen, rule_of


class KnownRules:
    """What the facts of one example say of databases of one schema."""

    def __init__(self, facts: LearnedFacts, schema: Schema) -> None:
        self.schema = schema
        self._facts = facts.facts
        self._columns = [fact.columns_in(schema) for fact in facts.facts]
        self._rules: dict[int, Rule | None] = {}
        self._refused: dict[Check, bool] = {}

    def within(self, columns: Set[BaseColumn]) -> Iterator[Rule]:
        """Yield the facts that speak of these columns alone.

        Rows of a witness have values in the columns that matter: what is said of others can be had by giving them
        values.
        """
        for place, spoken in enumerate(self._columns):
            fact = self._facts[place]
            if fact.kind is FactKind.CONTENTS:
                yield from self.also((contents_seen(fact, self.schema, columns),), columns)
            elif spoken and spoken <= columns:
                if place not in self._rules:
                    self._rules[place] = rule_of(fact, self.schema)
                rule = self._rules[place]
                yield from () if rule is None else (rule,)

    def also(self, facts: Iterable[LearnedFact], columns: Set[BaseColumn]) -> Iterator[Rule]:
        """Yield further facts that speak of these columns alone."""
        found = (rule_of(fact, self.schema) for fact in facts)
        return (rule for rule in found if rule is not None and rule.columns <= columns)

    def accepted(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """Return the rules without conditions that the engine refuses."""
        checks = [rule.constraint for rule in rules if isinstance(rule.constraint, Check)]
        unknown = [check for check in checks if check not in self._refused]
        if unknown:
            taken = self._taken(unknown)
            self._refused.update({check: check not in taken for check in unknown})
        return tuple(r for r in rules if not isinstance(r.constraint, Check) or not self._refused[r.constraint])

    def _taken(self, checks: Sequence[Check]) -> set[Check]:
        """Return those of the CHECKs that the engine takes."""
        asked: dict[str, list[str]] = {}
        for check in checks:
            asked.setdefault(check.table, []).append(check.condition)
        tables = tuple(
            replace(table, foreign_keys=(), indexes=(), checks=tuple(asked[table.name]))
            for table in self.schema.tables
            if table.name in asked
        )
        found = system_of(self.schema).accepted(replace(self.schema, tables=tables, views=(), dependencies=()))
        return {Check(table.name, condition) for table in found.tables for condition in table.checks}
