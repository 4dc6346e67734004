"""What the facts of example data mean for one pair of queries: which rules matter, and a pair on which they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property

from spotit.assumption import Assumption, AssumptionKind
from spotit.constraints.check import Check
from spotit.constraints.constraint import broken_by
from spotit.constraints.not_null import NotNull
from spotit.database import Database, Rows, Value
from spotit.dialect.wording import literal, quote
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.learned_facts import ColumnFacts, FactKind, in_order
from spotit.plan.hints.pools import ColumnClass
from spotit.schema import BaseColumn, Schema, not_nulls
from spotit.search.pair import Pair, Rejected, pair_over
from spotit.search.realism.example import Example, Lend
from spotit.search.realism.paired_values import paired_values
from spotit.search.realism.said_in_words import Implication, said_in_words, usual_values
from spotit.search.realism.spelling import spelled_one_way
from spotit.search.realism.strengthen import Rule, strengthened

_BOTH = 2
_LONGEST = 30
"""Characters of a text that a witness shows because it is the least or greatest of its column."""


@dataclass(frozen=True)
class Realism:
    """The facts that speak of what two queries read."""

    pair: Pair
    """The queries over the schema as it is declared."""
    example: Example
    _lend: Lend
    _stack: ExitStack
    """Gives engines back when the check is over."""
    _pairs: dict[tuple[int, ...], Pair | None] = field(default_factory=dict)

    @staticmethod
    def of(pair: Pair, example: Example, lend: Lend, stack: ExitStack) -> Realism | None:
        """Return what the example means for the pair; None if it says nothing at all."""
        facts = example.facts
        if not facts.facts and not facts.columns and example.file is None:
            return None
        return Realism(pair, example, lend, stack)

    @cached_property
    def _known(self) -> tuple[Rule, ...]:
        """The facts that matter; worked out when a difference is in doubt, since most checks do without."""
        known, columns, facts = self.example.rules_over(self.pair.schema), self._shown, self.example.facts
        said = [*spelled_one_way(self.pair, facts), *(said.fact for said in self._implications)]
        said += usual_values(self.pair, facts)
        found = [self._doubted(rule) for rule in known.within(columns)]
        found = [rule for rule in found if rule.fact.is_rule or not self._contradicts(rule)]
        return known.accepted([*found, *known.also(said, columns)])

    @cached_property
    def _implications(self) -> tuple[Implication, ...]:
        """What the texts that the queries look for say of other columns."""
        facts = self.example.facts
        return (*said_in_words(self.pair, facts), *paired_values(self.pair, facts))

    def _doubted(self, rule: Rule) -> Rule:
        """Return a small domain as typical where both queries look for a value that it does not have."""
        fact = rule.fact
        if fact.kind is not FactKind.VALUES or not fact.is_rule:
            return rule
        for base in rule.columns:
            asked = self._asked_for(base)
            if any(len(both) == _BOTH and literal(value) not in fact.condition for value, both in asked.items()):
                return replace(rule, fact=replace(fact, is_rule=False))
        return rule

    def _asked_for(self, base: BaseColumn) -> dict[Value, frozenset[str]]:
        """Return the values that the queries look for in a column, each with the sides that do."""
        sides: dict[Value, frozenset[str]] = {}
        for test in self.pair.usage.of(base).tests if base in self.pair.usage.class_of else ():
            if test.column == base and not test.shape and test.op in ("=", "<>"):
                sides[test.value] = sides.get(test.value, frozenset()) | test.sides
        return sides

    def _contradicts(self, rule: Rule) -> bool:
        """Tell whether a fact about the values of a column leaves out one that a query looks for there."""
        if rule.fact.kind not in (FactKind.VALUES, FactKind.RANGE) or len(rule.columns) != 1:
            return False
        (base,) = rule.columns
        asked = self._asked_for(base)
        if rule.fact.kind is FactKind.VALUES:
            return any(literal(value) not in rule.fact.condition for value in asked)
        column = self.example.facts.column(base)
        least, greatest = (column.least, column.greatest) if column is not None else (None, None)
        return any(_is_outside(value, least, greatest) for value in asked)

    @cached_property
    def _schema(self) -> Schema:
        """The schema as it is declared, without tables that the queries do not come to."""
        pair, schema = self.pair, self.pair.schema
        if pair.plans is None or schema.views:
            return schema
        named = (name for sql in (pair.left_sql, pair.right_sql) for name in pair.engine.inspect(sql).tables)
        kept = {table.name for table in schema.reached((*pair.usage.tables, *named))}
        dependencies = tuple(known for known in schema.dependencies if known.table in kept)
        tables = tuple(table for table in schema.tables if table.name in kept)
        return replace(schema, tables=tables, dependencies=dependencies)

    @property
    def _shown(self) -> frozenset[BaseColumn]:
        """The columns that a witness shows: those that matter, and those that must have values."""
        pair = self.pair
        required = {
            (table.name, constraint.column)
            for table in pair.schema.reached(pair.usage.tables)
            for constraint in not_nulls(table, null_keys=pair.options.null_keys)
        }
        return pair.usage.columns | required

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Those without exception."""
        return tuple(rule for rule in self._known if rule.fact.is_rule)

    @cached_property
    def typical(self) -> tuple[Rule, ...]:
        """The others."""
        return tuple(rule for rule in self._known if not rule.fact.is_rule)

    def stronger_pair(self, *, typical: bool = False) -> Pair | None:
        """Return the queries over databases that keep all rules, and typical facts if asked for; None if that fails."""
        if typical and not self.typical:
            return None
        return self.pair_with(self._known if typical else self.rules)

    def pair_with(self, rules: Iterable[Rule]) -> Pair | None:
        """Return the queries over databases that keep these rules; None if that fails."""
        wanted = set(map(id, rules))
        kept = tuple(rule for rule in self._known if id(rule) in wanted)
        key = tuple(map(id, kept))
        if key not in self._pairs:
            self._pairs[key] = self._stronger(kept)
        return self._pairs[key]

    def keeps_all(self, pair: Pair) -> bool:
        """Tell whether these are the queries over databases that keep all facts."""
        return pair is self._pairs.get(tuple(map(id, self._known)))

    @cached_property
    def seen_pair(self) -> Pair:
        """The queries over the schema as it is declared, for which values that the data hold are not odd."""
        return replace(self.pair, usage=replace(self.pair.usage, typical=self.values))

    def keeping(self, database: Database) -> Pair | None:
        """Return the queries over databases that keep all the facts that this one keeps; None if that fails."""
        broken = {id(rule) for rule in self.broken_rows(database)}
        return self.pair_with(rule for rule in self._known if id(rule) not in broken)

    def _stronger(self, rules: Sequence[Rule]) -> Pair | None:
        engine = self._stack.enter_context(self._lend(strengthened(self._schema, rules)))
        try:
            pair = pair_over(self.pair, engine)
        except Rejected:
            return None
        typical = self._typical_values(pair.usage.classes)
        usage = replace(pair.usage, known_rows=_known_rows(rules), typical=typical)
        usage = replace(
            usage,
            years=_pairs(rule for rule in rules if rule.fact.is_year),
            apart=_pairs(rule for rule in rules if rule.fact.is_apart),
            alike=_beginnings(rules),
            implied=self._implied(rules),
        )
        assumed = (Assumption(AssumptionKind.RULE, fact=rule.fact.sentence) for rule in rules)
        return replace(pair, usage=usage, rules=tuple(assumed))

    def _implied(self, rules: Sequence[Rule]) -> dict[str, tuple[tuple[str, Value, str, str, int], ...]]:
        kept = {rule.fact for rule in rules}
        found: dict[str, tuple[tuple[str, Value, str, str, int], ...]] = {}
        for said in self._implications:
            if said.fact in kept:
                found[said.fact.table] = (*found.get(said.fact.table, ()), said.ends)
        return found

    @cached_property
    def values(self) -> dict[BaseColumn, tuple[Value, ...]]:
        """Typical values of the columns of the queries."""
        return self._typical_values(self.pair.usage.classes)

    def _typical_values(self, classes: Sequence[ColumnClass]) -> dict[BaseColumn, tuple[Value, ...]]:
        """Return the values that the data hold in each column, with those of the columns that it meets.

        Whole numbers that name rows are left to be small, unless a condition says what they are.
        """
        found: dict[BaseColumn, tuple[Value, ...]] = {}
        for use in classes:
            known = [column for base in use.columns if (column := self.example.facts.column(base)) is not None]
            values = dict.fromkeys(value for column in known for value in (*column.to_show(), *_ends(column)))
            if known and all(column.is_time for column in known):
                is_first = not self._referred_to.isdisjoint(table for table, _ in use.columns)
                values = dict.fromkeys(in_order(values, latest_first=not is_first))
            if values and not (all(isinstance(v, int) for v in values) and self._names_rows(use.columns)):
                found.update(dict.fromkeys(use.columns, tuple(values)))
        return found

    @cached_property
    def _referred_to(self) -> frozenset[str]:
        """The tables to whose rows others refer."""
        schema = self.pair.schema
        return frozenset(key.target for table in schema.tables for key in schema.references(table.name))

    def _names_rows(self, columns: Sequence[BaseColumn]) -> bool:
        conditions = {base for rule in self._known if isinstance(rule.constraint, Check) for base in rule.columns}
        if not conditions.isdisjoint(columns):
            return False
        tables = [(table, name) for base, name in columns if (table := self.pair.schema.table(base)) is not None]
        return len(columns) > 1 or any(name in key for table, name in tables for key in table.keys)

    def broken(self, database: Database) -> tuple[Rule, ...]:
        """Return the rules that a database breaks."""
        return tuple(rule for rule in self.broken_rows(database) if rule.fact.is_rule)

    def broken_rows(self, database: Database) -> dict[Rule, int]:
        """Return the facts that a database breaks, each with the number of rows that do."""
        given = self.pair.schema.given_values(database)
        try:
            self.pair.engine.load(given)
        except ConstraintViolation:
            return {}
        found = {rule: len(broken_by(rule.constraint, given.tables, self._truths)) for rule in self._known}
        return {rule: rows for rule, rows in found.items() if rows}

    def _truths(self, check: Check, rows: Rows) -> Sequence[bool | None]:
        """Return the truth of a condition on each row of the database that is loaded on which it is false."""
        sql = f"SELECT 1 FROM {quote(check.table)} WHERE NOT ({check.condition})"
        try:
            return [False for _ in self.pair.engine.run(sql).rows]
        except QueryError:
            return []

    def is_never_null(self, column: BaseColumn) -> bool:
        """Tell whether the schema or a rule says that a column holds no NULL."""
        table = self.pair.schema.table(column[0])
        return column in self._filled or (
            table is not None and table.never_null(column[1], null_keys=self.pair.options.null_keys)
        )

    @cached_property
    def _filled(self) -> frozenset[BaseColumn]:
        """The columns that rules say are never NULL."""
        constraints = (rule.constraint for rule in self.rules)
        return frozenset((said.table, said.column) for said in constraints if isinstance(said, NotNull))

    def holds_nulls(self, column: BaseColumn) -> bool:
        """Tell whether a column is known to hold NULLs."""
        found = self.example.facts.column(column)
        return found is not None and found.holds_nulls


def _ends(column: ColumnFacts) -> Iterator[Value]:
    """Yield the least and the greatest value of a column, unless it is a long text."""
    ends = (column.least, column.greatest)
    return (v for v in ends if isinstance(v, int | float) or (isinstance(v, str) and 0 < len(v) <= _LONGEST))


def _is_outside(value: Value, least: Value, greatest: Value) -> bool:
    """Tell whether a value is below the least or above the greatest one, as far as they compare."""
    if isinstance(value, str) and isinstance(least, str) and isinstance(greatest, str):
        return not least <= value <= greatest
    numbers = [each for each in (value, least, greatest) if isinstance(each, int | float)]
    return len(numbers) == 3 and not numbers[1] <= numbers[0] <= numbers[2]


def _known_rows(rules: Sequence[Rule]) -> dict[str, Rows]:
    """Return the rows of look-up tables, by the tables' declared names."""
    return {rule.constraint.table: Rows(rule.fact.columns, rule.fact.contents) for rule in rules if rule.fact.contents}


def _pairs(rules: Iterable[Rule]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the pairs of columns that facts speak of, by the tables' declared names."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for rule in rules:
        one, other = rule.fact.columns
        found[rule.constraint.table] = (*found.get(rule.constraint.table, ()), (one, other))
    return found


def _beginnings(rules: Iterable[Rule]) -> dict[str, tuple[tuple[str, str, int], ...]]:
    """Return the pairs of columns whose texts begin alike, by the tables' declared names."""
    found: dict[str, tuple[tuple[str, str, int], ...]] = {}
    for rule in rules:
        if width := rule.fact.beginning:
            one, other = rule.fact.columns
            found[rule.constraint.table] = (*found.get(rule.constraint.table, ()), (one, other, width))
    return found
