"""Scalars: terms built once over variables and evaluated under rows must give what the engine computes."""

from __future__ import annotations

import math
import random
from collections import Counter

import apsw
import pytest

from expressions_vs_sqlite.scalar_cases import (
    COLUMNS,
    DDL,
    DIRECTED,
    SCHEMA,
    Expressions,
    assignment,
    finite_cells,
    random_row,
    symbolic_cells,
)
from expressions_vs_sqlite.scalar_rules import edge_rows, systematic
from spotit.engine.open import system
from spotit.errors import UnsupportedSql
from spotit.options import Options
from spotit.plan.rel import Project, Scan
from spotit.smt.terms.interpret import compile_terms
from spotit.smt.terms.term import Terms
from spotit.sql import lower_query
from spotit.symbolic.execution import Execution
from spotit.symbolic.expressions.evaluate import evaluate
from spotit.symbolic.values.decode import decode, terms_of

OPTIONS = Options()
ROWS = 24


def no_subquery(expr, env, run):
    raise AssertionError("no subquery is generated")


def agree(ours, engine):
    if isinstance(ours, float) and isinstance(engine, float):
        return math.isclose(ours, engine, rel_tol=1e-9, abs_tol=1e-9)
    return type(ours) is type(engine) and ours == engine


class Table:
    """One engine table with random rows, and its row as symbolic cells."""

    def __init__(self, rng, *, finite, rows=None):
        self.finite = finite
        self.rows = rows or [random_row(rng, finite) for _ in range(ROWS)]
        self.connection = apsw.Connection(":memory:")
        self.connection.execute(DDL)
        marks = ", ".join("?" * len(COLUMNS))
        self.connection.executemany(f"INSERT INTO t VALUES ({marks})", [tuple(r.values()) for r in self.rows])
        self.assignments = [assignment(row, finite) for row in self.rows]

    def mismatches(self, sql, tabulator):
        query = lower_query(f"SELECT {sql} FROM t", SCHEMA, now=OPTIONS.now)
        project = query.rel
        assert isinstance(project, Project) and isinstance(project.input, Scan)
        cells = finite_cells() if self.finite else symbolic_cells()
        scan = project.input
        env = {column.id: cells[name] for column, name in zip(scan.columns, scan.fields, strict=True)}
        run = Execution(tabulator.tabulate, no_subquery)
        value = evaluate(project.exprs[0], env, run)
        terms = terms_of(value)
        compiled = compile_terms(terms, default=True)
        expected = [row[0] for row in self.connection.execute(f"SELECT {sql} FROM t")]
        for row, values, wanted in zip(self.rows, self.assignments, expected, strict=True):
            found = compiled(values)
            known = {t.id: v for t, v in zip(terms, found, strict=True)}
            assert sum(map(bool, (known[value.null.id], *(known[a.guard.id] for a in value.alts)))) == 1, sql
            ours = decode(value, lambda term, values=known: values[term.id])
            if not agree(ours, wanted):
                yield row, ours, wanted


def check(seed, count, *, finite):
    rng = random.Random(seed)
    make = Expressions(rng)
    table = Table(rng, finite=finite)
    tabulator = system().tabulator(OPTIONS)
    outcomes = Counter()
    for _ in range(count):
        sql = make.any(rng.choice((1, 2, 2, 3)))
        try:
            with Terms():
                bad = list(table.mismatches(sql, tabulator))
        except UnsupportedSql as error:
            outcomes[f"{type(error).__name__} {error.feature[:40]}"] += 1
            continue
        outcomes["compared"] += ROWS
        assert not bad, (sql, bad[0], len(bad))
    return outcomes


@pytest.mark.parametrize("seed", range(4))
def test_symbolic_cells_agree_with_the_engine(seed):
    outcomes = check(seed, 250, finite=False)
    assert outcomes["compared"] >= 150 * ROWS


@pytest.mark.parametrize("seed", range(4))
def test_finite_cells_agree_with_the_engine(seed):
    outcomes = check(seed + 100, 250, finite=True)
    assert outcomes["compared"] >= 200 * ROWS


def check_directed(seed):
    rng = random.Random(seed)
    for finite in (False, True):
        check_rules(DIRECTED, Table(rng, finite=finite, rows=[random_row(rng, finite) for _ in range(300)]))


def check_rules(expressions, table=None):
    rng = random.Random(7)
    table = table or Table(rng, finite=False, rows=edge_rows(rng))
    tabulator = system().tabulator(OPTIONS)
    compared = 0
    for sql in expressions:
        try:
            with Terms():
                bad = list(table.mismatches(sql, tabulator))
        except UnsupportedSql:
            continue
        compared += 1
        assert not bad, (sql, bad[0], len(bad))
    assert compared > 0.9 * len(expressions)


def test_directed_expressions():
    check_directed(1)


def test_a_sample_of_the_rules_at_the_boundaries():
    check_rules(random.Random(1).sample(systematic(), 700))


@pytest.mark.slow
def test_every_rule_at_the_boundaries():
    check_rules(systematic())
