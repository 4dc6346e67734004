"""Witnesses on DuckDB and PostgreSQL: one check, batches, evaluations, and queries that attack those systems."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import spotit
from spotit.elsewhere.holds import Elsewhere
from spotit.elsewhere.local_server import ADDRESS, _programs, at_hand, local_server
from spotit.elsewhere.trial import systems_named
from spotit.elsewhere.tried_sentence import tried_sentence
from spotit.errors import UsageError
from spotit.evaluate.store import load_run
from spotit.report.build import analyse
from spotit.report.details import chunk
from spotit.report.page import build_report

ROOT = Path(__file__).resolve().parents[2]
DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT, d DATE, r REAL)"
SCHEMA = spotit.load_schema(DDL)


@pytest.fixture(scope="module")
def duckdb() -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed; it is the extra spotit[duckdb]")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of a server: one of our own, at which we are nobody special, or that of SPOTIT_POSTGRES."""
    pytest.importorskip("psycopg", reason="psycopg is not installed; it is the extra spotit[postgres]")
    if not os.environ.get(ADDRESS) and _programs() is None:
        pytest.skip("no PostgreSQL: its programs are not installed and SPOTIT_POSTGRES is not set")
    with at_hand("postgres") as systems:
        yield systems["postgres"]


@pytest.fixture(scope="module")
def superuser() -> Iterator[str]:
    """The address of a server at which the tests may do everything, with a table that is nobody's business."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed; it is the extra spotit[postgres]")
    if _programs() is None:
        pytest.skip("the programs of PostgreSQL are not installed")
    with local_server() as guest:
        address = guest.replace("spotit_guest", "spotit")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE public.secret AS SELECT 42 AS word")
            connection.execute("CREATE FUNCTION public.mine() RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1'")
        yield address


def different(left: str, right: str) -> spotit.Different:
    verdict = spotit.check(left, right, SCHEMA, bound=2)
    assert isinstance(verdict, spotit.Different)
    return verdict


VERDICT = different("SELECT a FROM t", "SELECT id FROM t")


def answer(systems: Elsewhere, system: str, sql: str) -> bool | str:
    """What becomes of a query that its author wrote for the system."""
    return systems.tried(replace(VERDICT, dialect=system, queries=(sql, "SELECT 1")), SCHEMA).holds_on[system]


def test_a_witness_is_tried_on_duckdb(duckdb: None) -> None:
    with Elsewhere({"duckdb": ""}) as systems:
        both = systems.tried(different("SELECT a FROM t", "SELECT a FROM t WHERE a > 1"), SCHEMA)
        assert both.holds_on == {"duckdb": True}
        assert "Holds on DuckDB too." in str(both)
        ours = systems.tried(different("SELECT id FROM t WHERE s LIKE 'AB'", "SELECT id FROM t WHERE s = 'AB'"), SCHEMA)
        assert ours.holds_on == {"duckdb": False}  # LIKE tells letter case apart there
        failing = systems.tried(different("SELECT SUM(s) FROM t", "SELECT SUM(a) FROM t"), SCHEMA)
        assert isinstance(failing.holds_on["duckdb"], str)


ATTACKS_ON_DUCKDB = (
    "SELECT * FROM read_csv('{secret}')",
    "SELECT * FROM read_text('{secret}')",
    "SELECT * FROM read_blob('{secret}')",
    "SELECT * FROM '{secret}'",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM sniff_csv('{secret}')",
    "COPY (SELECT 1) TO '{folder}/out'",
    "SELECT * FROM query('COPY (SELECT 1) TO ''{folder}/out''')",
    "EXPORT DATABASE '{folder}/out'",
    "ATTACH '{folder}/out'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SELECT * FROM 'https://127.0.0.1:1/x.parquet'",
    "SELECT * FROM read_parquet('s3://a/b')",
    "SELECT getenv('HOME')",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM there",
    "SET enable_external_access = true",
    "SELECT 1; DROP TABLE t",
    "SELECT $$;$$; SELECT 2",
    "CALL pragma_version()",
    "CREATE TABLE z AS SELECT 1",
    "INSERT INTO t VALUES (9, 9, 'x', NULL, NULL) RETURNING 1",
    "SELECT length(repeat('x', 4000000000))",
    "SELECT list(range) FROM range(1000000000000)",
    "SELECT * FROM range(100000000)",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
    "",
    "--",
)


def test_duckdb_keeps_to_its_sandbox(duckdb: None, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("x\n1\n")
    with Elsewhere({"duckdb": ""}) as systems:
        for attack in ATTACKS_ON_DUCKDB:
            sql = attack.format(secret=secret, folder=tmp_path)
            assert isinstance(answer(systems, "duckdb", sql), str), sql
        assert sorted(tmp_path.iterdir()) == [secret]
        assert systems.tried(VERDICT, SCHEMA).holds_on == {"duckdb": True}


def test_a_witness_is_tried_on_postgres(postgres: str) -> None:
    with Elsewhere({"postgres": postgres}) as systems:
        both = systems.tried(different("SELECT a FROM t", "SELECT a FROM t WHERE a > 1"), SCHEMA)
        assert both.holds_on == {"postgres": True}
        nested = different("SELECT a FROM (SELECT a FROM t)", "SELECT id FROM (SELECT id FROM t)")
        assert systems.tried(nested, SCHEMA).holds_on == {"postgres": True}
        for sql in (r"SELECT E'\';'", "SELECT $a$;$a$", "VALUES (2)", "TABLE t", "SELECT 'NaN'::numeric"):
            assert answer(systems, "postgres", sql) is True, sql


ATTACKS_ON_POSTGRES = (
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_catalog.pg_read_file('/etc/passwd')",
    "SELECT \"pg_read_file\"('/etc/passwd')",
    "SELECT U&\"\\0070g_read_file\"('/etc/passwd')",
    "SELECT set_config('role', 'none', true), pg_read_file('/etc/passwd')",
    "SELECT set_config('statement_timeout', '0', false)",
    "SELECT pg_ls_dir('/')",
    "SELECT pg_stat_file('/etc/passwd')",
    "COPY (SELECT 1) TO PROGRAM 'touch {folder}/out'",
    "COPY (SELECT 1) TO '{folder}/out'",
    "COPY t FROM '/etc/passwd'",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_creat(-1)",
    "SELECT pg_sleep(60)",
    "CREATE EXTENSION dblink",
    "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS x (a int)",
    "SELECT 1; DROP TABLE t",
    "DROP TABLE t",
    "DROP TABLE public.secret",
    "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x",
    "SELECT 1 INTO z",
    "CREATE TABLE z AS SELECT 1",
    "SELECT query_to_xml('SELECT 1', true, true, '')",
    "SELECT table_to_xml('pg_class', true, true, '')",
    "SELECT rolpassword FROM pg_authid",
    "SELECT relname FROM pg_catalog.pg_class",
    "SELECT table_name FROM information_schema.tables",
    "SELECT word FROM public.secret",
    "SELECT public.mine()",
    "SELECT current_setting('data_directory')",
    "DO $$ BEGIN PERFORM 1; END $$",
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "SELECT pg_advisory_lock(1)",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
    "SELECT * FROM generate_series(1, 100000000)",
    "SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 100000)",
    "COMMIT",
    "",
    "--",
)


@pytest.mark.parametrize("who", ["postgres", "superuser"])
def test_postgres_keeps_to_its_sandbox(who: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    address = request.getfixturevalue(who)
    tmp_path.chmod(0o777)
    with Elsewhere({"postgres": address}) as systems:
        for attack in ATTACKS_ON_POSTGRES:
            sql = attack.format(folder=tmp_path)
            assert isinstance(answer(systems, "postgres", sql), str), sql
        assert not list(tmp_path.iterdir())
        assert systems.tried(VERDICT, SCHEMA).holds_on == {"postgres": True}


def test_systems_that_cannot_be_asked_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no witness can be tried on oracle"):
        systems_named("oracle")
    nowhere = "postgresql://nobody@127.0.0.1:1/x"
    with Elsewhere({"postgres": nowhere}) as systems:
        holds = systems.tried(VERDICT, SCHEMA).holds_on
    assert isinstance(holds["postgres"], str)
    monkeypatch.setattr("spotit.elsewhere.trial.find_spec", lambda name: None)
    with pytest.raises(UsageError, match="needs the package duckdb"):
        systems_named("duckdb")
    monkeypatch.undo()
    pytest.importorskip("psycopg", reason="psycopg is not installed; it is the extra spotit[postgres]")
    with pytest.raises(UsageError, match="no PostgreSQL server answers"), at_hand(f"postgres={nowhere}"):
        pass
    monkeypatch.delenv(ADDRESS, raising=False)
    monkeypatch.setattr("spotit.elsewhere.local_server._programs", lambda: None)
    with pytest.raises(UsageError, match="needs a server"), at_hand(["postgres"]):
        pass


def test_the_sentence_names_all_systems() -> None:
    assert tried_sentence({"postgres": True, "duckdb": True}) == "Holds on PostgreSQL and DuckDB too."
    told = tried_sentence({"postgres": False, "duckdb": "no such function."})
    assert told == "On PostgreSQL the results agree. On DuckDB it could not be tried: no such function."


def spotit_json(*arguments: str) -> list[dict[str, object]]:
    command = [sys.executable, "-m", "spotit", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=240, check=False, cwd=ROOT)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def test_the_command_line_tries_other_systems(duckdb: None) -> None:
    sides = ["--left", "SELECT a FROM t WHERE d > DATE '2020-01-01'", "--right", "SELECT a FROM t"]
    (found,) = spotit_json("check", "--schema", DDL, "--dialect", "duckdb", "--also", "duckdb", "--json", *sides)
    assert (found["dialect"], found["holds_on"]) == ("duckdb", {"duckdb": True})


def test_pairs_are_tried_on_other_systems(duckdb: None, postgres: str, tmp_path: Path) -> None:
    pairs = {
        "both": ("SELECT a FROM t", "SELECT id FROM t"),
        "equal": ("SELECT a FROM t", "SELECT t.a FROM t"),
        "case": ("SELECT id FROM t WHERE s LIKE 'AB'", "SELECT id FROM t WHERE s = 'AB'"),
    }
    lines = [json.dumps({"id": i, "schema": DDL, "left": left, "right": right}) for i, (left, right) in pairs.items()]
    file = tmp_path / "pairs.jsonl"
    file.write_text("\n".join(lines))
    told = spotit_json("check", "--pairs", str(file), "--json", "--also", f"duckdb,postgres={postgres}")
    found = {one["id"]: one["holds_on"] for one in told}
    assert found == {
        "both": {"duckdb": True, "postgres": True},
        "equal": None,
        "case": {"duckdb": False, "postgres": False},
    }


def test_a_pool_tries_other_systems(duckdb: None) -> None:
    with spotit.Pool(jobs=1, also="duckdb") as pool:
        verdict = pool.check("SELECT a FROM t", "SELECT id FROM t", SCHEMA)
        assert verdict.holds_on == {"duckdb": True}
        (first, second) = pool.check_group("SELECT a FROM t", ["SELECT id FROM t", "SELECT t.a FROM t"], SCHEMA)
        assert first.holds_on == {"duckdb": True} and second.is_proved
    with pytest.raises(UsageError, match="oracle"):
        spotit.check_many([], also=["oracle"])


def test_an_evaluation_tries_other_systems(duckdb: None, postgres: str, tmp_path: Path) -> None:
    example = ROOT / "examples/benchmark"
    out = tmp_path / "run"
    arguments = ["eval", "--data", str(example), "--pred", str(example / "predictions"), "--out", str(out), "--limit"]
    spotit_json(*arguments, "6", "--no-cache", "--jobs", "1", "--also", "duckdb", "--also", f"postgres={postgres}")
    run = load_run(out)
    tried = [v["holds_on"] for v in run.verdicts.values() if v["verdict"] == "different"]
    assert tried and all(set(one) == {"duckdb", "postgres"} for one in tried)
    assert any(one == {"duckdb": True, "postgres": True} for one in tried)
    assert postgres not in (out / "run.json").read_text()  # an address may hold a password
    page = build_report(run)
    assert "On other database systems" in page and "PostgreSQL" in page
    details = chunk(analyse(run), 0, 6)["q"]
    sentences = [witness["h"] for question in details for witness in question["w"]]
    assert "Holds on DuckDB and PostgreSQL too." in sentences
