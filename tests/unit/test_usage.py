"""How columns are used, from plans built by hand."""

from itertools import count

import pytest

from spotit.dialect.collation import BINARY
from spotit.plan import rel as r
from spotit.plan.expr import (
    Affine,
    AggCall,
    And,
    Arith,
    ArithOp,
    Call,
    Cast,
    Column,
    Compare,
    CompareOp,
    InRel,
    Literal,
    SortKey,
)
from spotit.plan.hints.pools import pattern_texts
from spotit.plan.hints.preimage import neighbours
from spotit.plan.hints.usage import analyse
from spotit.schema import Affinity, ForeignKey, Kind, Schema, Table
from spotit.schema import DeclaredColumn as Declared

SCHEMA = Schema(
    (
        Table(
            "t",
            tuple(
                Declared(n, d)
                for n, d in (
                    ("id", "INTEGER"),
                    ("name", "TEXT"),
                    ("born", "DATE"),
                    ("u", "TEXT"),
                    ("spare", "TEXT"),
                )
            ),
            ("id",),
            foreign_keys=(ForeignKey(("u",), "u", ("code",)),),
        ),
        Table("u", (Declared("code", "TEXT"), Declared("amount", "INTEGER")), ("code",)),
    )
)
IDS = count(1)


def scan(table):
    declared = SCHEMA.table(table)
    names = tuple(c.name for c in declared.columns)
    return r.Scan(table, names, tuple(Column(next(IDS), n, declared.column(n).affinity) for n in names))


def col(rel, name):
    return next(c for c in rel.columns if c.name == name)


def select(rel, *exprs, where=None):
    if where is not None:
        rel = r.Filter(rel, where)
    columns = tuple(Column(next(IDS), f"c{i}") for i, _ in enumerate(exprs))
    return r.Query(r.Project(rel, exprs, columns), tuple(c.name for c in columns), False, "")


def names_where(make, out="name", table="t"):
    s = scan(table)
    return select(s, col(s, out), where=make(s))


def eq(a, b, op=CompareOp.EQ):
    return Compare(op, a, b if not isinstance(b, str | int | float) else Literal(b))


def pool(usage, table, name):
    return usage.text_pool(usage.class_of[(table, name)])


def test_used_columns_are_those_that_can_matter():
    query = names_where(lambda s: eq(col(s, "id"), 3))
    usage = analyse(query, query, SCHEMA)
    assert usage.columns == {("t", "id"), ("t", "name")}
    assert usage.tables == ("t",)


def test_unread_columns_of_a_subquery_do_not_matter():
    s = scan("t")
    inner = r.Project(s, s.columns, tuple(Column(next(IDS), c.name) for c in s.columns))
    query = select(inner, col(inner, "name"))
    assert analyse(query, query, SCHEMA).columns == {("t", "name")}


def test_constants_and_neighbours_are_in_the_pool():
    left = names_where(lambda s: eq(col(s, "name"), "Ann"))
    right = names_where(lambda s: eq(col(s, "name"), "Bob", CompareOp.GT))
    usage = analyse(left, right, SCHEMA)
    strings = pool(usage, "t", "name")
    assert {"Ann", "Bob", "Boa", "Bobx", "a", "b"} <= set(strings)
    assert list(strings) == sorted(strings, key=str.encode)
    assert len(set(strings)) == len(strings) <= 40
    assert usage.plain(usage.class_of[("t", "name")])[0] == "Ann"


def test_tests_know_their_sides():
    left = names_where(lambda s: And((eq(col(s, "name"), "x"), eq(col(s, "id"), 1))))
    right = names_where(lambda s: eq(col(s, "id"), 1))
    usage = analyse(left, right, SCHEMA)
    assert [t.shared for t in usage.of(("t", "id")).tests] == [True]
    assert [t.shared for t in usage.of(("t", "name")).tests] == [False]


def test_joined_and_keyed_columns_share_a_class():
    s, o = scan("t"), scan("u")
    joined = r.Join(r.JoinKind.INNER, s, o, eq(col(s, "name"), col(o, "code")))
    query = select(joined, col(o, "amount"))
    usage = analyse(query, query, SCHEMA)
    assert usage.class_of[("t", "name")] == usage.class_of[("u", "code")] == usage.class_of[("t", "u")]


def test_foreign_key_targets_have_classes_even_when_not_read():
    usage = analyse(*[names_where(lambda s: eq(col(s, "u"), "k"))] * 2, SCHEMA)
    assert usage.class_of[("t", "u")] == usage.class_of[("u", "code")]
    assert "k" in pool(usage, "u", "code")
    assert usage.tables == ("t",)


def test_set_operations_and_in_unite():
    s, o = scan("t"), scan("u")
    left, right = select(s, col(s, "name")).rel, select(o, col(o, "code")).rel
    query = r.Query(r.SetOp(r.SetKind.UNION, left, right, (Column(next(IDS), "c"),)), ("c",), False, "")
    usage = analyse(query, query, SCHEMA)
    assert usage.class_of[("t", "name")] == usage.class_of[("u", "code")]
    inner = select(o, col(o, "code")).rel
    query = select(s, col(s, "id"), where=InRel((col(s, "spare"),), inner, (BINARY,)))
    usage = analyse(query, query, SCHEMA)
    assert usage.class_of[("t", "spare")] == usage.class_of[("u", "code")]


def test_in_values_gives_constants():
    s = scan("t")
    values = r.Values(((Literal("p"),), (Literal("q"),)), (Column(next(IDS), "v"),))
    query = select(s, col(s, "id"), where=InRel((col(s, "name"),), values, (BINARY,)))
    assert {"p", "q"} <= set(pool(analyse(query, query, SCHEMA), "t", "name"))


@pytest.mark.parametrize(
    ("make", "value", "wanted"),
    [
        (lambda c: Call("substr", (c, Literal(1), Literal(4))), "1990", {"1990", "1990-01-01", "1989"}),
        (lambda c: Call("substr", (c, Literal(5), Literal(2))), "04", {"201204", "201203"}),
        (
            lambda c: Call("strftime", (Literal("%Y"), c)),
            "1999",
            {"1999-01-01", "1999-12-31", "1998-01-01", "2000-01-01"},
        ),
        (lambda c: Call("upper", (c,)), "ABC", {"ABC", "abc", "Abc"}),
        (lambda c: Call("length", (c,)), 3, {"abc", "ab", "abcd"}),
        (lambda c: Call("instr", (c, Literal("an"))), 0, {"an", "aan", "a"}),
        (lambda c: Cast(c, Affinity.REAL), 3.5, {"3.5", "2.5", "4.5", "1"}),
        (lambda c: Call("replace", (c, Literal(","), Literal(""))), "12", {"12", "1,2"}),
        (lambda c: Arith(ArithOp.CONCAT, c, Literal(" b")), "a b", {"a"}),
        (lambda c: Arith(ArithOp.CONCAT, Literal("x: "), c), "x: yes", {"yes"}),
    ],
)
def test_functions_are_inverted(make, value, wanted):
    query = names_where(lambda s: eq(make(col(s, "name")), value))
    assert wanted <= set(pool(analyse(query, query, SCHEMA), "t", "name"))


def test_concatenated_columns_get_their_own_piece():
    def make(s):
        inner = Arith(ArithOp.CONCAT, col(s, "name"), Literal(" "))
        return eq(Arith(ArithOp.CONCAT, inner, col(s, "spare")), "Lewis Hamilton")

    query = names_where(make, out="id")
    usage = analyse(query, query, SCHEMA)
    assert "Lewis" in pool(usage, "t", "name")
    assert "Hamilton" in pool(usage, "t", "spare")


def test_patterns():
    assert pattern_texts("%an%") == (("an", "xany"), ("a", "x"))
    hits, misses = pattern_texts("a_c")
    assert hits == ("aac",)
    assert set(misses) >= {"aacx", "xaac"}
    query = names_where(lambda s: Call("like", (Literal("Jo%n"), col(s, "name"))))
    usage = analyse(query, query, SCHEMA)
    assert {"Jon", "Jozn", "JON"} <= set(pool(usage, "t", "name"))
    assert usage.of(("t", "name")).folded


def test_dates():
    query = names_where(lambda s: eq(col(s, "born"), "1990-03-01", CompareOp.LT))
    usage = analyse(query, query, SCHEMA)
    assert usage.of(("t", "born")).date
    dates = usage.date_pool(usage.class_of[("t", "born")])
    assert {"1990-02-28", "1990-03-01", "1990-03-02", "2000-01-01"} <= set(dates)
    assert all(len(d) == 19 for d in usage.date_pool(usage.class_of[("t", "born")], Kind.DATETIME))


def test_age_in_years_gives_birth_years():
    def make(s):
        year = [Call("strftime", (Literal("%Y"), x)) for x in (Literal("2025-06-15 12:00:00"), col(s, "born"))]
        return eq(Arith(ArithOp.SUB, *year), 50, CompareOp.GE)

    query = names_where(make)
    usage = analyse(query, query, SCHEMA)
    dates = usage.date_pool(usage.class_of[("t", "born")])
    assert {"1975-01-01", "1974-01-01", "1976-01-01"} <= set(dates)


def test_numbers():
    query = names_where(lambda s: eq(Affine(col(s, "amount"), Affinity.INTEGER), 100, CompareOp.GE), "code", "u")
    usage = analyse(query, query, SCHEMA)
    numbers = usage.number_pool(usage.class_of[("u", "amount")])
    assert {99, 100, 101, 0, 1, 2, -1} <= set(numbers)
    assert usage.of(("u", "amount")).ordered
    query = names_where(lambda s: eq(Arith(ArithOp.MUL, col(s, "amount"), Literal(2)), 10), "code", "u")
    assert 5 in analyse(query, query, SCHEMA).number_pool(analyse(query, query, SCHEMA).class_of[("u", "amount")])


def test_count_thresholds_are_row_numbers():
    s = scan("u")
    out = (Column(next(IDS), "code"), Column(next(IDS), "n"))
    grouped = r.Aggregate(s, (col(s, "code"),), (AggCall("count"),), (), out)
    query = select(grouped, out[0], where=eq(out[1], 3, CompareOp.GT))
    limited = r.Limit(r.OrderBy(query.rel, (SortKey(query.rel.columns[0]),)), Literal(2))
    usage = analyse(query, r.Query(limited, ("c0",), True, ""), SCHEMA)
    assert usage.counts == (2, 3)
    assert usage.of(("u", "code")).ordered


def test_neighbours_keep_the_look():
    assert neighbours(5) == (4, 6)
    assert neighbours("09") == ("08", "10")
    assert neighbours("2000-03-01") == ("2000-02-29", "2000-03-02")
    assert neighbours("TR050") == ("TR049", "TR051")
    assert neighbours("") is None


def test_enough_fresh_strings():
    query = names_where(lambda s: eq(col(s, "id"), 1))
    usage = analyse(query, query, SCHEMA)
    assert len(usage.text_pool(usage.class_of[("t", "name")], fresh=12)) >= 12
