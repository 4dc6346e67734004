"""JSON: functions of documents in text columns, JSON that is put together, and JSON inside JSON."""

from __future__ import annotations

from random import Random

import pytest

import spotit
from generate.database import Databases
from generate.schema import Pools
from spotit.assumption import AssumptionKind
from spotit.engine.open import open_engine
from spotit.errors import UnsupportedSql
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.agreement import setting_of
from spotit.selftest.sweep import Ground, try_query
from spotit.sql import lower_query
from spotit.symbolic import ledger
from spotit.verdict import Different, Unrefuted

DATABASES = 60
DDL = """
    CREATE TABLE log(id INTEGER PRIMARY KEY, doc TEXT, who TEXT, n INTEGER, x REAL, day DATE);
    CREATE TABLE user(name TEXT PRIMARY KEY, prefs TEXT NOT NULL);
"""
DOCUMENTS = (
    "[1,2,3]",
    "[]",
    '["a",{"b":null}]',
    "not json",
    '{"a":"x","b":{"c":[10,20]}}',
    '{"a":1,"b":{"c":[]}}',
    '{"a":1.5}',
    '{"a":[1],"n":7}',
    '{"a":null}',
    '{"a":true,"b":"[1]"}',
    "{}",
    '{a:"five"}',
)
WORDS = ("", "a", "b", 'q"q', "x")

CASES = (
    "SELECT json_extract(doc, '$.a') FROM log",
    "SELECT id, doc -> '$.a', doc ->> '$.a' FROM log",
    "SELECT doc ->> 'a', doc -> 'b' ->> 'c', doc ->> 0 FROM log",
    "SELECT doc ->> '$.b.c[1]', doc -> '$.b.c[#-1]' FROM log",
    "SELECT id FROM log WHERE doc ->> 'a' = 'x'",
    "SELECT id FROM log WHERE json_extract(doc, '$.a') = 1 OR doc ->> 'n' > 5",
    "SELECT json_extract(doc, '$.a', '$.n') FROM log",
    "SELECT json_array_length(doc), json_array_length(doc, '$.b.c') FROM log",
    "SELECT json_type(doc), json_type(doc, '$.a') FROM log",
    "SELECT json_valid(doc), json_valid(who) FROM log",
    "SELECT json(doc) FROM log",
    "SELECT sum(json_extract(doc, '$.n')), avg(doc ->> 'a') FROM log",
    "SELECT doc ->> 'a' AS v, count(*) FROM log GROUP BY v ORDER BY v",
    "SELECT max(doc ->> 'n') FROM log WHERE doc ->> 'a' IS NOT NULL",
    "SELECT CAST(doc ->> 'a' AS INTEGER) + 1, upper(doc ->> 'a') FROM log",
    "SELECT doc ->> (who || 'a') FROM log",
    "SELECT name FROM user JOIN log ON prefs ->> 'a' = doc ->> 'a'",
    "SELECT json_set(doc, '$.a', n) FROM log",
    "SELECT json_remove(doc, '$.a'), json_insert(doc, '$.z', 1) FROM log",
    "SELECT CASE WHEN json_valid(doc) THEN doc ->> 'a' ELSE 'bad' END FROM log",
    "SELECT json_object('id', id, 'who', who) FROM log",
    "SELECT json_array(n, who, x, day, NULL) FROM log WHERE n IN (1, 2)",
    "SELECT json_object('pair', json_array(who, n)) FROM log",
    "SELECT json_object('n', n, 'who', who, 'x', x, 'day', day) FROM log",
    "SELECT DISTINCT json_array(sum(x), count(*), n) FROM log GROUP BY n",
    "SELECT json_object('s', sum(x)) = '{\"s\":1.5}' FROM log GROUP BY n",
    "SELECT json_array(doc -> 'a', doc ->> 'a') FROM log",
    "SELECT json_quote(who), json_quote(n) FROM log",
    "SELECT json_group_array(who ORDER BY id) FROM log",
    "SELECT n, json_group_array(id ORDER BY id) FROM log GROUP BY n",
    "SELECT json_group_array(x ORDER BY id), json_group_array(day ORDER BY id) FROM log WHERE n > 0",
    "SELECT json_group_array(DISTINCT n) FROM log",
    "SELECT json_group_array(n ORDER BY n, id) FILTER (WHERE n > 1) FROM log",
    "SELECT json_group_array(id ORDER BY id) = '[]' FROM log WHERE who = 'a'",
    "SELECT json_group_array(id ORDER BY id) IN ('[1,2]', '[2]') FROM log",
    "SELECT length(json_group_array(who ORDER BY id)) FROM log",
    "SELECT json_group_array(json_array(who, id) ORDER BY id) FROM log WHERE id < 0",
    "SELECT json_group_array(json(doc) ORDER BY id) FROM log WHERE doc ->> 'a' = 1.5",
    "SELECT json_group_object(who, n ORDER BY id) FROM log",
    "SELECT n, json_group_object(id, who ORDER BY id) FROM log GROUP BY n",
    "SELECT json_group_object(who, x) FILTER (WHERE n > 0) FROM log WHERE id < 3",
    "SELECT json_group_object(who, n) OVER (ORDER BY id) FROM log",
    "SELECT json_object('all', json_group_array(n ORDER BY id)) FROM log",
    "SELECT json_array(json_group_array(id ORDER BY id), count(*)) FROM log GROUP BY who",
    "SELECT json(json_group_array(who ORDER BY id)) FROM log",
    "SELECT json(json_object('n', sum(x), 'who', max(who))) FROM log",
    "SELECT json_group_array(who) OVER (ORDER BY id) FROM log",
    "SELECT json_group_array(n) OVER (PARTITION BY who ORDER BY id ROWS 1 PRECEDING) FROM log",
    "SELECT DISTINCT g FROM (SELECT json_group_array(n ORDER BY id) AS g FROM log GROUP BY who)",
    "SELECT value FROM json_each('[1,2,\"x\"]')",
    "SELECT log.id, value FROM log, json_each(doc)",
    "SELECT log.id, key, value, type, atom FROM log JOIN json_each(log.doc) AS e ON e.type <> 'null'",
    "SELECT log.id, e.value FROM log, json_each(doc, '$.b.c') AS e WHERE e.value > 10",
    "SELECT log.id, fullkey FROM log, json_tree(doc) WHERE atom IS NOT NULL",
    "SELECT log.id, value FROM log LEFT JOIN json_each(doc, '$.b.c')",
    "SELECT id FROM log WHERE EXISTS (SELECT 1 FROM json_each(doc) WHERE value = 1)",
    "SELECT id, (SELECT count(*) FROM json_each(log.doc)) FROM log",
    "SELECT id, (SELECT sum(value) FROM json_each(log.doc, '$.b.c')) FROM log",
    "SELECT e.value, count(*) FROM log, json_each(doc) AS e GROUP BY e.value HAVING count(*) > 1",
    "SELECT name, value FROM user JOIN log ON who = name, json_each(prefs)",
    "SELECT id FROM log WHERE n IN (SELECT value FROM json_each('[1,2]'))",
    "SELECT log.id, value FROM log, json_each('[\"' || replace(who, 'q', '\",\"') || '\"]') WHERE who <> 'q\"q'",
    "SELECT DISTINCT e.key FROM log, json_each(CASE WHEN json_valid(doc) THEN doc ELSE '[]' END) AS e",
    "SELECT json_array_length('[1,2]'), '{\"a\":3}' ->> 'a', id FROM log",
)


@pytest.fixture(scope="module")
def place() -> Ground:
    """Return a schema with documents in its text columns."""
    made = schema_from_ddl(DDL)
    texts = {
        ("log", "doc"): DOCUMENTS,
        ("user", "prefs"): tuple(d for d in DOCUMENTS if d != "not json"),
        ("log", "who"): WORDS,
        ("user", "name"): WORDS,
    }
    values = Pools(made, texts)
    options = Options()
    setting = setting_of(made, values, options, {})
    return Ground("json", made, values, Databases(made, values), open_engine(made, options), setting)


@pytest.mark.parametrize("sql", CASES)
def test_json_agrees_with_the_engine(place: Ground, sql: str) -> None:
    summary = try_query(place, sql, Random(sql), DATABASES, (2, 3))
    failed = sum(count for error, count in summary.invalid.items() if "malformed" in error)
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert summary.cases + failed == DATABASES, (summary.unsupported, summary.invalid)
    assert summary.cases > DATABASES // 2
    assert summary.ambiguous < DATABASES // 2


@pytest.mark.parametrize(
    "sql",
    (
        "SELECT json_array(v) FROM (SELECT doc -> 'a' AS v FROM log)",
        "SELECT json_array(CASE WHEN n > 1 THEN json(doc) END) FROM log",
        "SELECT json_object('a', json_extract(doc, '$.a')) FROM log",
        "SELECT hex(jsonb_array(json(doc))) FROM log",
        "SELECT json_group_array(value) FROM log, json_each(doc)",
    ),
)
def test_json_that_may_be_text_is_refused(place: Ground, sql: str) -> None:
    with pytest.raises(UnsupportedSql, match="may be JSON or text"):
        lower_query(sql, place.schema, now=Options().now)


def test_a_difference_between_documents_is_found() -> None:
    left = "SELECT id FROM log WHERE json_extract(doc, '$.type') = 'click'"
    right = "SELECT id FROM log WHERE doc ->> 'type' = 'click' AND doc ->> 'at' IS NOT NULL"
    assert isinstance(spotit.check(left, right, DDL), Different)


def test_a_difference_between_elements_is_found() -> None:
    left = "SELECT log.id FROM log, json_each(doc, '$.tags') WHERE value = 'red'"
    right = "SELECT log.id FROM log, json_each(doc, '$.tags') AS t WHERE value = 'red' AND t.key = 0"
    assert isinstance(spotit.check(left, right, DDL), Different)


def test_a_proof_names_what_it_assumes_of_documents() -> None:
    left = "SELECT id FROM log WHERE json_extract(doc, '$.type') = 'click'"
    right = "SELECT id FROM log WHERE doc ->> '$.type' = 'click'"
    verdict = spotit.check(left, right, DDL, spotit.Options(bound=2))
    assert isinstance(verdict, Unrefuted)
    assert ledger.JSON in verdict.assumptions
    pools = [a.column for a in verdict.assumptions if a.kind is AssumptionKind.TEXT_POOL]
    assert pools == [("log", "doc")]
