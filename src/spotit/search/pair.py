"""The pair noun: two queries over one schema, with all that the search needs to know about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from spotit.arrangement import Arrangement, can_arrange
from spotit.assumption import Assumption, AssumptionKind
from spotit.budget import BUDGET, PRICES, Budget
from spotit.database import Database, Failure, Outcome
from spotit.dialect.instants import INSTANTS, reads_clock
from spotit.dialect.statements import orders
from spotit.engine.compare import same, void
from spotit.engine.failures import ConstraintViolation, QueryError, QueryTimeout, TooManyOrders
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Options, Semantics
from spotit.plan.choosing import can_be_open
from spotit.plan.expr import Clock
from spotit.plan.facts.answers import answers_without_rows, cell_columns
from spotit.plan.facts.endless import never_ends
from spotit.plan.facts.needed_rows import NeededRows, needed_rows
from spotit.plan.facts.null_tests import common_null_tests
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.hints.usage import Usage, analyse
from spotit.plan.notes import Notes
from spotit.plan.rel import Query
from spotit.plan.rules.all_rules import BY_FOREIGN_KEYS
from spotit.plan.walk import walk
from spotit.preferences.language import preferences_of
from spotit.preferences.wishes import Preferences
from spotit.reason import EqualParts, SamePlan
from spotit.schema import BaseColumn, Schema, Table
from spotit.search.column_orders import ColumnOrders
from spotit.search.evidence import Results
from spotit.search.hints.sample_values import UsageSamples
from spotit.search.hints.token_usage import scrape
from spotit.sql.lowering.query import lower_query
from spotit.verdict import ColumnMatch, Side
from spotit.work import Work


class Rejected(QueryError):
    """A query that the engine does not accept, and which of the two it is."""

    def __init__(self, side: Side, error: QueryError) -> None:
        super().__init__(error.message, error.offset)
        self.side = side


if TYPE_CHECKING:
    from spotit.search.hints.allowed_values import AllowedValues
    from spotit.symbolic.encode import Setting


@frozen
class Unplanned:
    """Why a query has no plan: the construct that lowering does not cover."""

    side: Side
    error: UnsupportedSql


@dataclass(frozen=True)
class Pair:
    """Two queries, their plans where lowering covers them, and the engine that decides."""

    left_sql: str
    right_sql: str
    left: Query | None
    right: Query | None
    engine: Engine
    usage: Usage
    ordered: bool
    """Whether the left query orders its result."""
    unplanned: tuple[Unplanned, ...] = ()
    budget: Budget = BUDGET
    work: Work = field(default_factory=Work)
    """The account of the check."""
    rules: tuple[Assumption, ...] = ()
    """The rules of example data that the schema has been given."""
    notes: Notes = field(default_factory=Notes)
    """What is known of plans over the schema."""

    @property
    def schema(self) -> Schema:
        """The schema of both queries."""
        return self.engine.schema

    @property
    def options(self) -> Options:
        """The options of the check."""
        return self.engine.options

    @property
    def plans(self) -> tuple[Query, Query] | None:
        """Both plans, if lowering covers both queries."""
        return None if self.left is None or self.right is None else (self.left, self.right)

    def samples_at(self, rows: int) -> UsageSamples:
        """Return values that the queries suggest for the columns, for a proof with so many rows per table."""
        return UsageSamples(self.usage, self.schema, rows)

    @cached_property
    def setting(self) -> Setting:
        """What the symbolic side needs to know; worked out when first asked for, since most differences do without."""
        return self.setting_at(self.options.bound)

    def setting_at(self, rows: int, arrangement: Arrangement | None = None) -> Setting:
        """Return the same for a proof with so many rows per table, about one arrangement of the columns if given."""
        from spotit.search.prove.setting import make_setting

        assert self.plans is not None
        samples = self.samples_at(rows)
        return make_setting(self.plans, samples, self.schema, replace(self.options, bound=rows), arrangement)

    @cached_property
    def orders(self) -> ColumnOrders | None:
        """What is known of the order of columns; None where there is nothing to arrange, or no plan."""
        if self.plans is None:
            return None
        left, right = (len(query.rel.columns) for query in self.plans)
        if not can_arrange(left, right, self.options.matching):
            return None
        return ColumnOrders((left, right), self.options.comparison(self.ordered))

    def matched(self, arrangement: Arrangement | None) -> ColumnMatch | None:
        """Return an arrangement with the names of the columns; None without one."""
        if arrangement is None or self.plans is None:
            return None
        left, right = (query.names for query in self.plans)
        pairs = tuple((name, right[place]) for name, place in zip(left, arrangement, strict=True))
        extra = tuple(name for place, name in enumerate(right) if place not in arrangement)
        return ColumnMatch(tuple(place + 1 for place in arrangement), pairs, extra)

    @property
    def needed_rows(self) -> int:
        """Rows per table with which every LIMIT, OFFSET and comparison of a count can matter; 0 without plans."""
        return self.row_needs.twice

    @cached_property
    def row_needs(self) -> NeededRows:
        """The same, with what it takes to reach each place once."""
        if self.plans is None:
            return NeededRows(0, 0)
        return needed_rows(self.plans[0].rel, self.plans[1].rel, Facts.of(self.schema, self.options))

    @cached_property
    def asked_for_null(self) -> frozenset[BaseColumn]:
        """The columns of which both queries ask whether they are NULL."""
        return frozenset() if self.plans is None else common_null_tests(self.plans[0].rel, self.plans[1].rel)

    @cached_property
    def cells(self) -> tuple[frozenset[int], frozenset[int]]:
        """The places of the left and the right result at which a 0 is a value of the data."""
        if self.plans is None:
            return frozenset(), frozenset()
        return cell_columns(self.plans[0].rel), cell_columns(self.plans[1].rel)

    @cached_property
    def replies(self) -> bool:
        """Whether a query may return a row where no row qualifies."""
        return any(answers_without_rows(query.rel) for query in self.plans or ())

    @cached_property
    def endless(self) -> tuple[bool, bool]:
        """Whether the left, and the right, query never ends once it comes to its recursion."""
        left, right = (query is not None and never_ends(query.rel) for query in (self.left, self.right))
        return left, right

    @cached_property
    def choosing(self) -> tuple[Query, ...]:
        """The queries whose result SQL may leave open."""
        plans = self.plans or ()
        listed = any(self.options.comparison(query.ordered) is Semantics.LIST for query in plans)
        facts = Facts.of(self.schema, self.options)
        return tuple(query for query in plans if listed or can_be_open(query, facts))

    @cached_property
    def instants(self) -> tuple[str, ...]:
        """The instants at which the queries are tried: none if they do not read the clock, the stated one if any."""
        plans = self.plans or ()
        planned = any(isinstance(node, Clock) for plan in plans for node in walk(plan.rel))
        if not planned and not any(map(reads_clock, (self.left_sql, self.right_sql))):
            return ()
        return INSTANTS if self.options.now is None else (self.options.now,)

    @cached_property
    def preferences(self) -> Preferences:
        """What the user wants of witnesses."""
        return preferences_of(self.options.prefer, self.schema)

    @property
    def stated(self) -> tuple[Assumption, ...]:
        """What the options take for granted: the clock and NULLs in keys if a query reads them, requirements, rules."""
        clock = (Assumption(AssumptionKind.CLOCK_AT, instant=self.options.now),) if self._has_fixed_clock else ()
        keys = (Assumption(AssumptionKind.KEYS),) if self._reads_nullable_key else ()
        required = tuple(Assumption(AssumptionKind.REQUIRED, fact=text) for text in self.preferences.texts)
        return (*clock, *keys, *required, *self.rules)

    def rests_on(self, proof: SamePlan | EqualParts) -> tuple[Assumption, ...]:
        """Return what a proof by rewriting takes for granted: what is stated, and that foreign keys find their rows."""
        used = any(step.rule in BY_FOREIGN_KEYS for step in (*proof.left, *proof.right))
        return (*self.stated, *((Assumption(AssumptionKind.FOREIGN_KEYS),) if used else ()))

    @property
    def _has_fixed_clock(self) -> bool:
        return self.options.now is not None and bool(self.instants)

    @property
    def _reads_nullable_key(self) -> bool:
        """Whether a query reads a column of a primary key in which SQLite itself would take NULL."""
        if self.options.null_keys:
            return False
        read = ((self.schema.table(table), name) for table, name in self.usage.columns)
        return any(
            table is not None and table.never_null(name) and not table.never_null(name, null_keys=True)
            for table, name in read
        )

    def results(self, database: Database) -> Results | None:
        """Load the database and run both queries; None when it breaks a constraint or a query meets a limit."""
        before = self.engine.steps
        try:
            self.engine.load(database)
            return Results(*map(self._outcome, (self.left_sql, self.right_sql), self.endless))
        except (ConstraintViolation, QueryError):
            return None
        finally:
            self.work.spend(PRICES.database + PRICES.engine_step * (self.engine.steps - before))

    def _outcome(self, sql: str, endless: bool) -> Outcome:
        steps = self.budget.looking.query_steps
        try:
            return outcome(self.engine, sql, budget=self.work.seconds_left, steps=steps, endless=endless)
        except QueryTimeout:
            self.work.is_late()
            raise

    def answers(self, results: Results) -> bool:
        """Tell whether a query returned something that it does not return for no rows."""
        both = [one for one in (results.left, results.right) if not isinstance(one, Failure)]
        return any(not void(rows) for rows in both) or (not self.replies and any(rows.rows for rows in both))

    def agree(self, results: Results) -> bool:
        """Tell whether the two results are the same under the chosen semantics; what cannot be told is no difference.

        Results that agree say something about the order of columns, which is kept.
        """
        options = self.options
        try:
            agree = same(results.left, results.right, options.semantics, ordered=self.ordered, columns=options.columns)
        except TooManyOrders:
            return True
        if agree and self.orders is not None:
            self.orders.see(results)
        return agree

    def differing(self, database: Database) -> Results | None:
        """Return the results when the queries differ on the database, else None."""
        results = self.results(database)
        return None if results is None or self.agree(results) else results


def make_pair(left_sql: str, right_sql: str, engine: Engine, budget: Budget = BUDGET, work: Work | None = None) -> Pair:
    """Lower both queries as far as possible and infer how they use the schema.

    Raises `Rejected` when the engine does not accept a query.
    """
    sides: tuple[tuple[Side, str], ...] = (("left", left_sql), ("right", right_sql))
    _inspect(sides, engine)
    lowered = [_lowered(side, sql, engine) for side, sql in sides]
    left, right = (None if isinstance(one, Unplanned) else one for one in lowered)
    unplanned = tuple(one for one in lowered if isinstance(one, Unplanned))
    usage = _usage((left_sql, right_sql), (left, right), engine)
    ordered = left.ordered if left is not None else orders(left_sql)
    return Pair(left_sql, right_sql, left, right, engine, usage, ordered, unplanned, budget, work or Work())


def pair_over(pair: Pair, engine: Engine) -> Pair:
    """Return the same queries over a schema that differs from theirs in constraints alone, or lacks unread tables.

    Raises `Rejected` when the engine does not accept a query.
    """
    _inspect((("left", pair.left_sql), ("right", pair.right_sql)), engine)
    usage = _usage((pair.left_sql, pair.right_sql), (pair.left, pair.right), engine)
    return replace(pair, engine=engine, usage=usage, rules=(), notes=Notes())


def _inspect(sides: Iterable[tuple[Side, str]], engine: Engine) -> None:
    for side, sql in sides:
        try:
            engine.inspect(sql)
        except QueryError as error:
            raise Rejected(side, error) from error


def _usage(texts: tuple[str, str], plans: tuple[Query | None, Query | None], engine: Engine) -> Usage:
    """Return how the queries use the schema of the engine."""
    left, right = plans
    if left is not None and right is not None:
        usage = analyse(left, right, engine.schema)
    else:
        usage = scrape(texts, engine.schema, engine)
    reached = engine.schema.reached(usage.tables)
    if any(table.checks for table in reached):
        usage = replace(usage, allowed=_allowed(engine, reached))
    wanted = preferences_of(engine.options.prefer, engine.schema)
    return replace(usage, wished=wanted.examples) if wanted.examples else usage


def _allowed(engine: Engine, reached: tuple[Table, ...]) -> AllowedValues:
    from spotit.search.hints.allowed_values import AllowedValues
    from spotit.search.prove.setting import lowered_checks, tabulator_at

    checks = dict(lowered_checks(engine.schema, engine.options, reached)).values()
    return AllowedValues(checks, tabulator_at(engine.options.now).tabulate, engine.options.bound + 3)


def _lowered(side: Side, sql: str, engine: Engine) -> Query | Unplanned:
    try:
        return lower_query(sql, engine.schema, now=engine.options.now)
    except UnsupportedSql as error:
        return Unplanned(side, error)
    except InvalidSql as error:  # the engine has accepted it, so the front end is what falls short
        return Unplanned(side, UnsupportedSql(error.message, error.span))
