"""`check`: are two queries the same? The flow itself is in `search.flow`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Unpack

from spotit.database import Database, Value
from spotit.depth import with_room
from spotit.engine.lease import Engines
from spotit.engine.open import system
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import OptionChanges, Options, QueryDialect, Realistic, options_with
from spotit.preferences.language import preferences_of
from spotit.reason import worker_ended
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.flow import decide
from spotit.search.meter import Meter
from spotit.search.parameters import bound, unbound
from spotit.search.realism.example import Example, Lend
from spotit.verdict import NAMES, Different, Invalid, Side, Undecided, Unsupported, Verdict
from spotit.verdict.kinds import Common
from spotit.vocabulary.lexicon import NO_LEXICON, Lexicon
from spotit.watch import watched
from spotit.work import accounted

SchemaSource = Schema | str | Path | Mapping[str, object]
PROVED = ("equivalent", "equivalent_up_to_bound")
"""The verdicts that are proofs."""
GRACE = 2.0
"""Seconds beyond the time limit after which a check is ended by force."""
_NO_FUNCTION = "no such function: "
_ENGINES = Engines()
"""The engines of this process that no check uses at the moment."""


def check(
    left: str,
    right: str,
    schema: SchemaSource,
    options: Options | None = None,
    *,
    known: Sequence[Database] = (),
    lexicon: Lexicon = NO_LEXICON,
    constraints: Example | str | Path | None = None,
    **changes: Unpack[OptionChanges],
) -> Verdict:
    """Return whether two queries mean the same on every database of the schema.

    `schema` is a Schema, DDL text, a .sql file, a SQLite file, or a BIRD/Spider `tables.json` entry. `known` are
    databases to try first, such as witnesses against other answers to the same question. A witness shows values of the
    `lexicon` where no query names any. Single options can be given by name: `check(left, right, schema, bound=3)`.
    `constraints` is a facts file (`spotit mine`); where the schema is an SQLite file with rows, facts are mined from
    it. The option `realistic` says what they mean.
    """
    require_pair(left, right, schema)
    options = options_with(options, changes)
    source = schema if isinstance(schema, Schema) else load_schema(schema)
    given = None
    if options.realistic is not Realistic.OFF and (found := example_of(schema, constraints)):
        given = (found, _lender(options))
        options = replace(options, prefer=(*options.prefer, *found.facts.preferences))
        lexicon = replace(lexicon, typical=lexicon.typical or _typical(found, source))
    source = preferences_of(options.prefer, source).strengthened(source)
    meter = Meter(options.timeout, options.work)

    def work() -> Verdict:
        with accounted(meter.work):
            return decided()

    def decided() -> Verdict:
        ours = _in_our_words(left, right, options)
        pair = bound(*ours, source) if isinstance(ours, tuple) else ours
        if isinstance(pair, Invalid | Unsupported):
            semantics, columns = options.semantics.value, options.matching.value
            return replace(pair, semantics=semantics, columns=columns, engine=system().title)
        if pair is None:
            assert isinstance(ours, tuple)
            with _ENGINES.lend(source, options) as engine:
                return _as_given(decide(*ours, engine, known, meter, lexicon, given), ours, options)
        with _ENGINES.lend(pair.schema, options) as engine:
            verdict = unbound(decide(*pair.queries, engine, known, meter, lexicon, given), pair, engine)
            return _as_given(verdict, pair.queries, options)

    verdict = with_room(lambda: watched(work, meter.work.seconds_left + GRACE))
    answer = _stopped(options) if verdict is None else verdict
    return replace(answer, queries=(left, right), dialect=options.dialect.value)


def _in_our_words(left: str, right: str, options: Options) -> tuple[str, str] | Invalid | Unsupported:
    """Return both queries as SQLite's, or which of them has no such wording."""
    if options.dialect is QueryDialect.SQLITE:
        return left, right
    from spotit.schemas.foreign_query import as_sqlite  # sqlglot is loaded for other dialects only

    words = []
    sides: tuple[tuple[Side, str], ...] = (("left", left), ("right", right))
    for side, sql in sides:
        try:
            words.append(as_sqlite(sql, options.dialect))
        except InvalidSql as error:
            return Invalid(side, error.message, error.span)
        except UnsupportedSql as error:
            return Unsupported(error.feature, side, error.span)
    return words[0], words[1]


def _as_given(verdict: Verdict, ours: tuple[str, str], options: Options) -> Verdict:
    """Return a verdict on translated queries with their wording, and without places in texts that nobody wrote."""
    if options.dialect is QueryDialect.SQLITE:
        return verdict
    if isinstance(verdict, Different) and verdict.witness.queries is None:
        return replace(verdict, witness=replace(verdict.witness, queries=ours))
    if isinstance(verdict, Invalid) and verdict.message.startswith(_NO_FUNCTION):
        words = f"the function {verdict.message.removeprefix(_NO_FUNCTION)} of {options.dialect.label}"
        side = verdict.side if verdict.side in ("left", "right") else None
        shared = {one.name: getattr(verdict, one.name) for one in fields(Common)}
        return Unsupported(words, side, **shared)
    return replace(verdict, span=None) if isinstance(verdict, Invalid | Unsupported) else verdict


def _stopped(options: Options) -> Verdict:
    """Return the verdict on a check that did not look at the clock."""
    reason = worker_ended(f"stopped at the hard limit of {options.timeout + GRACE:g} s")
    return Undecided(reason, semantics=options.semantics.value, columns=options.matching.value, engine=system().title)


def example_of(schema: SchemaSource, constraints: Example | str | Path | None = None) -> Example | None:
    """Return what is known of the data: from a facts file, and from the database itself where the schema is one.

    None where nothing is known, as of an empty database.
    """
    if isinstance(constraints, Example):
        return constraints
    file = _database_file(schema)
    if constraints is not None:
        from spotit.mine.facts_file import read_facts

        return Example(read_facts(Path(constraints)), file)
    if file is None:
        return None
    from spotit.mine.example_facts import mined_facts

    facts = mined_facts(file)
    return Example(facts, file) if any(facts.tables.values()) else None


def _database_file(schema: SchemaSource) -> Path | None:
    if isinstance(schema, str) and ("\n" in schema or len(schema) > 1000):
        return None
    if not isinstance(schema, str | Path):
        return None
    path = Path(schema)
    try:
        return path if path.is_file() and system().is_file(path) else None
    except (OSError, ValueError):
        return None


def _typical(example: Example, schema: Schema) -> dict[tuple[str, str], tuple[Value, ...]]:
    """Return the typical values of the columns, by their declared names."""
    columns = ((table.name, column.name) for table in schema.tables for column in table.columns)
    found = {base: example.facts.column(base) for base in columns}
    targets = {key.target for table in schema.tables for key in schema.references(table.name)}
    return {
        base: known.to_show(is_referred_to=base[0] in targets) for base, known in found.items() if known is not None
    }


def _lender(options: Options) -> Lend:
    """Return what lends engines with other schemas under the same options."""
    return lambda schema: _ENGINES.lend(schema, options)


def assert_equivalent(
    left: str,
    right: str,
    schema: SchemaSource,
    options: Options | None = None,
    *,
    accept: Collection[str] = PROVED,
    **changes: Unpack[OptionChanges],
) -> Verdict:
    """Return the verdict if it is a proof; raise `AssertionError` with the witness, or with what stands in the way.

    `accept` are the words of the verdicts that pass, such as `("equivalent", "equivalent_up_to_bound", "unrefuted")`.
    """
    if isinstance(accept, str):
        accept = (accept,)
    if unknown := set(accept) - set(NAMES.values()):
        raise ValueError(f"no verdict is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES.values())}")
    verdict = check(left, right, schema, options, **changes)
    if verdict.verdict not in accept:
        raise AssertionError(str(verdict))
    return verdict


def require_pair(left: object, right: object, schema: object) -> None:
    """Raise `TypeError` with a sentence where a query or a schema is of a type that cannot be one."""
    for side, sql in (("left", left), ("right", right)):
        if isinstance(sql, Path):
            raise TypeError(f"the {side} query is a path: pass its text, {sql.name}'s `read_text()`")
        if not isinstance(sql, str):
            raise TypeError(f"the {side} query is {_article(sql)}, not SQL text (str)")
    if not isinstance(schema, Schema | str | Path | Mapping):
        kinds = "DDL text, the path of a file, a tables.json entry or what load_schema returns"
        raise TypeError(f"the schema is {_article(schema)}; give {kinds}")


def _article(value: object) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
