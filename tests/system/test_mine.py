"""Facts from databases: each kind is found where it holds, and nothing that does not hold is kept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from eval_runs import ENVIRONMENT

from spotit import check
from spotit.constraints.constraint import broken_by
from spotit.database import Rows
from spotit.engine.open import system
from spotit.errors import UsageError
from spotit.learned_facts import FactKind, LearnedFact, LearnedFacts
from spotit.mine.facts_file import facts_text, parse_facts, read_facts
from spotit.mine.mine_database import mine
from spotit.mine.profile import facts_of_profile
from spotit.schemas.load import load_schema
from spotit.search.realism.example import Example
from spotit.verdict import Different, Grade


def run_cli(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "spotit", *arguments], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )


NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
SHOP = f"""
CREATE TABLE kind (id INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE shop (id INTEGER PRIMARY KEY, county TEXT, kind_id INTEGER REFERENCES kind(id),
    founded INTEGER, code TEXT);
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, shop_id INTEGER, county TEXT, status TEXT, ordered TEXT, shipped TEXT, year INTEGER,
    price REAL, amount INTEGER, total REAL, remark TEXT, district INTEGER, district_name TEXT
);
INSERT INTO kind VALUES (1, 'food'), (2, 'books'), (3, 'toys');
{NUMBERS.format(40)} INSERT INTO shop SELECT i, 'county ' || (i % 9), 1 + i % 3, 1900 + i * i % 77,
    printf('%02d-%s', i, 'AB') FROM n;
{NUMBERS.format(400)} INSERT INTO orders SELECT i, 1 + i % 40, (SELECT county FROM shop WHERE id = 1 + i % 40),
    CASE i % 3 WHEN 0 THEN 'open' ELSE 'paid' END, date('2001-01-01', i || ' days'),
    date('2001-01-01', (i + i % 5) || ' days'),
    CAST(strftime('%Y', date('2001-01-01', i || ' days')) AS INTEGER), (i % 37) / 4.0, i % 11,
    (i % 37) / 4.0 * (i % 11),
    CASE WHEN i % 4 THEN 'remark ' || i END, i % 20, 'district ' || (i % 20) FROM n;
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    system().build_file(path, [SHOP])
    return path


@pytest.fixture(scope="module")
def facts(shop: Path) -> LearnedFacts:
    return mine(shop)


def texts(facts: LearnedFacts, kind: FactKind) -> set[str]:
    return {fact.text for fact in facts.rules if fact.kind is kind}


def test_each_kind_is_found(facts: LearnedFacts) -> None:
    assert "orders.status is never NULL" in texts(facts, FactKind.NOT_NULL)
    assert "orders.remark is never NULL" not in texts(facts, FactKind.NOT_NULL)
    assert "shop(code) has no value twice" in texts(facts, FactKind.UNIQUE)
    assert """in orders, "status" IN ('open', 'paid')""" in texts(facts, FactKind.VALUES)
    assert 'in orders, "price" >= 0' in texts(facts, FactKind.RANGE)
    assert any(text.startswith("shop.code has the form ") for text in texts(facts, FactKind.SHAPE))
    assert "every orders.shop_id occurs as shop(id)" in texts(facts, FactKind.INCLUSION)
    assert "every shop.id is referred to by orders(shop_id)" in texts(facts, FactKind.PARTICIPATION)
    assert texts(facts, FactKind.COPY) == {"orders(shop_id, county) agrees with shop(id, county)"}
    assert texts(facts, FactKind.CONTENTS) == {"kind(id, label) has only its 3 known rows"}
    assert 'in orders, "ordered" <= "shipped"' in texts(facts, FactKind.ORDER)
    assert "in orders, district determines district_name" in texts(facts, FactKind.DEPENDENCY)
    formulas = texts(facts, FactKind.FORMULA)
    assert any("strftime('%Y', \"ordered\")" in text for text in formulas)
    assert any('"total" - "amount" * "price"' in text for text in formulas)


def test_ids_have_no_ranges(facts: LearnedFacts) -> None:
    spoken = {
        column for fact in facts.facts if fact.kind in (FactKind.RANGE, FactKind.ORDER) for column in fact.columns
    }
    assert spoken.isdisjoint({"id", "shop_id", "kind_id"})


def test_typical_values_have_frequencies(facts: LearnedFacts) -> None:
    status = facts.column(("ORDERS", "status"))
    assert status is not None and dict(status.frequent) == {"paid": 267, "open": 133} and not status.holds_nulls
    remark = facts.column(("orders", "remark"))
    assert remark is not None and remark.nulls == 100


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE orders SET county = 'elsewhere' WHERE id = 400",
        "UPDATE orders SET shipped = '2001-01-01' WHERE id = 400",
        "UPDATE orders SET district_name = 'x' WHERE id = 400",
        "UPDATE orders SET total = total + 1 WHERE id = 400",
        "UPDATE orders SET year = 1999 WHERE id = 400",
        "INSERT INTO shop (id, code) VALUES (99, '99-AB')",
    ],
)
def test_one_exception_ends_a_rule(tmp_path: Path, facts: LearnedFacts, change: str) -> None:
    path = tmp_path / "changed.sqlite"
    system().build_file(path, [SHOP + change + ";"])
    assert set(mine(path).rules) != set(facts.rules)
    assert all_hold(path, mine(path).facts)


def all_hold(path: Path, facts: tuple[LearnedFact, ...]) -> bool:
    """Tell whether the facts that are no conditions hold in as many rows as they say, worked out in Python."""
    schema, reader = load_schema(path), system().open_file(path)
    tables = {}
    for table in schema.tables:
        found = reader.run(f'SELECT * FROM "{table.name}"')
        tables[table.name] = Rows(tuple(column.name for column in table.columns), found.rows)
    reader.close()
    for fact in facts:
        assert fact.support == fact.rows or not fact.is_rule
        constraint = fact.constraint(schema)
        assert constraint is not None
        if not fact.kind.is_condition:
            broken = broken_by(constraint, tables, lambda *_: ())
            if len(broken) != fact.rows - fact.support:
                return False
    return True


def test_every_fact_holds(shop: Path, facts: LearnedFacts) -> None:
    assert len(facts.facts) > 40
    assert all_hold(shop, facts.facts)


def test_the_file_gives_the_facts_back(facts: LearnedFacts) -> None:
    assert parse_facts(facts_text(facts)) == facts


def test_a_written_condition_needs_no_columns() -> None:
    text = (
        'version = 1\n[[fact]]\nkind = "condition"\ntable = "orders"\ncondition = "paid <= total"\nstanding = "rule"\n'
    )
    (fact,) = parse_facts(text).facts
    assert fact.columns == ("paid", "total")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "version None"),
        ("version = 2", "version 2"),
        ("version = ", "not valid TOML"),
        ("a = " + "[" * 20_000, "not valid TOML"),
        ("version = 1\nfact = 3", "fact"),
        ("version = 1\nother = 3", "other"),
        ('version = 1\n[[fact]]\nkind = "copy"\ntable = "t"\ncolumns = ["a"]\nstanding = "rule"', "target"),
        ('version = 1\n[[fact]]\nkind = "values"\ntable = "t"\nstanding = "rule"', "no condition"),
        ('version = 1\n[[fact]]\nkind = "magic"\ntable = "t"\nstanding = "rule"', "magic"),
        ("\ud800", "UTF-8"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "facts.toml"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(UsageError, match=complaint) as error:
        read_facts(path)
    assert "\n" not in str(error.value)


def test_a_profile_has_facts(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    statistics = (("id", 0, 100, 1, 100, [1]), ("n", 0.25, 40, 3, 90, [3]), ("s", 0, 2, "F", "M", ["F", "M"]))
    fields = ("name", "null_fraction", "unique_count", "min_value", "max_value", "sample_values")
    columns = [dict(zip(fields, column, strict=True)) for column in statistics]
    table = {"name": "t", "row_count": 100, "primary_key": ["id"], "columns": columns}
    path.write_text(json.dumps({"database": "d", "tables": [table]}))
    facts = facts_of_profile(path)
    assert {fact.text for fact in facts.rules} == {
        "t.id is never NULL",
        'in t, "n" >= 0',
        "t.s is never NULL",
        """in t, "s" IN ('F', 'M')""",
    }
    number = facts.column(("t", "n"))
    assert number is not None and number.nulls == 25 and number.holds_nulls


def _profile(path: Path, tables: dict[str, tuple[int, list[tuple[str, int, object, object, list[object]]]]]) -> Path:
    """Write a profile without NULLs: per table its rows, and per column its values: how many, least, greatest, some."""
    fields = ("name", "unique_count", "min_value", "max_value", "sample_values")
    listed = [
        {"name": name, "row_count": rows, "columns": [dict(zip(fields, c, strict=True)) for c in columns]}
        for name, (rows, columns) in tables.items()
    ]
    path.write_text(json.dumps({"tables": listed}))
    return path


def test_statistics_and_foreign_keys_suggest_facts_about_joined_rows(tmp_path: Path) -> None:
    schema = load_schema("""
        CREATE TABLE kind (id INTEGER PRIMARY KEY, label TEXT);
        CREATE TABLE school (cds INTEGER PRIMARY KEY, nces INTEGER UNIQUE, County TEXT, score INTEGER,
            kind_id INTEGER REFERENCES kind(id), parent INTEGER REFERENCES school(cds));
        CREATE TABLE result (id INTEGER PRIMARY KEY, cds INTEGER, nces INTEGER REFERENCES school(nces),
            "County Name" TEXT, score INTEGER, year INTEGER, held TEXT,
            FOREIGN KEY (cds) REFERENCES school(cds));
        CREATE TABLE visit (id INTEGER PRIMARY KEY, cds INTEGER);
    """)
    counties: list[object] = ["Alameda", "Kern", "Napa", "Yuba"]
    small: list[object] = [1, 2, 3, 4]
    days: list[object] = ["2001-04-05", "2003-01-02"]
    path = _profile(
        tmp_path / "profile.json",
        {
            "kind": (2, [("id", 2, 1, 2, [1, 2]), ("label", 2, "high", "middle", ["high", "middle"])]),
            "school": (
                400,
                [
                    ("cds", 400, 1, 400, small),
                    ("nces", 400, 1000, 1400, [1000]),
                    ("County", 50, "Alameda", "Yuba", counties),
                    ("score", 90, 1, 99, small),
                    ("kind_id", 2, 1, 2, [1, 2]),
                    ("parent", 30, 2, 90, small),
                ],
            ),
            "result": (
                900,
                [
                    ("id", 900, 1, 900, small),
                    ("cds", 400, 1, 400, small),
                    ("nces", 399, 1000, 1400, [1000]),
                    ("County Name", 50, "Alameda", "Yuba", counties),
                    ("score", 40, 1, 50, small),
                    ("year", 4, 2000, 2003, [2001]),
                    ("held", 500, "2000-01-01", "2003-12-31", days),
                ],
            ),
            "visit": (50, [("id", 50, 1, 50, small), ("cds", 20, 3, 388, small)]),
        },
    )
    joined = {fact.text: fact for fact in facts_of_profile(path, schema).facts}
    rules = {
        "every school.cds is referred to by result(cds)",
        "result(cds, County Name) agrees with school(cds, County)",
        "result(nces, cds) agrees with school(nces, cds)",
        "every visit.cds occurs as school(cds)",
        """in result, "year" = CAST(strftime('%Y', "held") AS INTEGER)""",
        """in kind, "label" IN ('high', 'middle')""",
    }
    assert rules <= {text for text, fact in joined.items() if fact.is_rule}
    assert joined["every school.nces is referred to by result(nces)"].support == 399
    assert not joined["every school.nces is referred to by result(nces)"].is_rule
    assert not joined['in school, "parent" <> "cds"'].is_rule
    said = joined["result(cds, County Name) agrees with school(cds, County)"].sentence
    assert "related names, the same least and greatest value, 4 of 4 frequent values in common" in said
    # Small numbers are frequent everywhere, and half of the schools have no visit.
    assert not any("score" in text and "agrees" in text for text in joined)
    assert "every school.cds is referred to by visit(cds)" not in joined
    assert parse_facts(facts_text(facts_of_profile(path, schema))) == facts_of_profile(path, schema)
    done = run_cli("mine", "--profile", str(path), "--out", str(tmp_path / "facts.toml"))
    assert done.returncode == 0 and "copy" not in done.stderr


def test_pairs_in_both_directions_are_found_and_kept(tmp_path: Path) -> None:
    """Friends are friends of each other; who follows somebody may be followed by nobody."""
    path = tmp_path / "friends.sqlite"
    link = "(a INTEGER REFERENCES person(id), b INTEGER REFERENCES person(id), PRIMARY KEY (a, b))"
    system().build_file(
        path,
        [
            f"CREATE TABLE person (id INTEGER PRIMARY KEY); CREATE TABLE friend {link}; CREATE TABLE follows {link};"
            f"{NUMBERS.format(40)} INSERT INTO person SELECT i FROM n;"
            "INSERT INTO friend SELECT p.id, q.id FROM person p JOIN person q ON abs(p.id - q.id) = 1;"
            "INSERT INTO follows SELECT p.id, q.id FROM person p JOIN person q ON p.id = q.id + 1;"
        ],
    )
    facts = mine(path)
    said = texts(facts, FactKind.INCLUSION)
    assert "every friend(a, b) occurs as friend(b, a)" in said and not any("follows" in text for text in said)
    assert 'in friend, "a" <> "b"' in texts(facts, FactKind.CONDITION)
    found = check("SELECT a FROM friend", "SELECT b FROM friend", path, constraints=Example(facts))
    assert isinstance(found, Different) and found.grade is Grade.UNLIKELY
    found = check("SELECT a FROM follows", "SELECT b FROM follows", path, constraints=Example(facts))
    assert isinstance(found, Different) and found.grade is Grade.ORDINARY
    found = check(
        "SELECT a FROM friend WHERE b = 3", "SELECT a FROM friend WHERE b = 4", path, constraints=Example(facts)
    )
    assert isinstance(found, Different) and found.grade is Grade.ORDINARY
    rows = found.witness.database.tables["friend"].project(("a", "b"))
    assert all((b, a) in rows and a != b for a, b in rows)


def test_days_are_no_domain_and_few_rows_make_none(tmp_path: Path) -> None:
    days: list[object] = ["2012-08-23", "2012-08-24"]
    kinds: list[object] = ["a", "b", "c", "d"]
    columns = [("day", 2, *days, days), ("kind", 4, "a", "d", kinds)]
    path = _profile(tmp_path / "profile.json", {"t": (36, columns)})
    found = [fact for fact in facts_of_profile(path).facts if fact.kind is FactKind.VALUES]
    assert [(fact.columns, fact.is_rule) for fact in found] == [(("kind",), False)]


@pytest.mark.parametrize("content", ["", "[]", '{"tables": [{"name": 3}]}', "[" * 100_000, "\x00"])
def test_what_is_no_profile_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(content)
    with pytest.raises(UsageError, match="is not a profile"):
        facts_of_profile(path)


def test_the_command_writes_the_file(shop: Path, tmp_path: Path) -> None:
    out = tmp_path / "shop.toml"
    done = run_cli("mine", str(shop), "--out", str(out))
    assert done.returncode == 0 and "rules" in done.stderr
    assert read_facts(out) == mine(shop)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_text("no database")
    done = run_cli("mine", str(path))
    assert done.returncode == 2 and "not an SQLite database" in done.stderr
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    done = run_cli("mine", str(broken))
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
