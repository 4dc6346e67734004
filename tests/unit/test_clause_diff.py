"""Which parts of two texts are shown as different: not aliases."""

import pytest

from spotit.sql.clause_diff import differing_spans


@pytest.mark.parametrize(
    ("left", "right", "only_left", "only_right"),
    [
        (
            "SELECT T1.name FROM city AS T1 INNER JOIN land AS T2 ON T1.l = T2.id WHERE T2.x > 5",
            "select c.name AS n from city c inner join land l on c.l = l.id where l.x >= 5",
            [">"],
            [">="],
        ),
        ("SELECT a.x FROM t a JOIN t b ON a.i = b.j", "SELECT p.x FROM t p JOIN t q ON p.i = q.j", [], []),
        ("SELECT a.x FROM t a JOIN t b ON a.i = b.j", "SELECT q.x FROM t p JOIN t q ON p.i = q.j", ["a"], ["q"]),
        ("SELECT CAST(a AS REAL) FROM t", "SELECT CAST(a AS INTEGER) FROM t", ["REAL"], ["INTEGER"]),
        ("SELECT x AS total FROM t ORDER BY x", "SELECT x FROM t ORDER BY x", [], []),
        ("SELECT name FROM t", "SELECT name FROM u", ["t"], ["u"]),
        ("SELECT * FROM (SELECT a FROM t) AS s", "SELECT * FROM (SELECT a FROM t)", [], []),
        ("SELECT 'x", "SELECT 1", [], []),
    ],
)
def test_aliases_are_no_difference(left, right, only_left, only_right):
    here, there = differing_spans(left, right)
    assert [left[span.start : span.end] for span in here] == only_left
    assert [right[span.start : span.end] for span in there] == only_right
