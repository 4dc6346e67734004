"""The package attacks itself: nothing is found in a second, and what is wrong is found and shown with few rows."""

from __future__ import annotations

import re
from random import Random

import pytest
from eval_runs import spotit

from spotit.database import Database, Rows
from spotit.options import Options
from spotit.reason import SamePlan
from spotit.selftest import attacks
from spotit.selftest.attacks import ATTACKS, Tally, attempt
from spotit.selftest.minimise import fewer_rows
from spotit.selftest.run import selftest
from spotit.verdict import Equivalent, Verdict


def test_a_short_run_finds_nothing() -> None:
    done = spotit("selftest", "--minutes", 0.05, "--seed", 1)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.match(r"[\d,]+ cases in \d+ s \(\d+ a second\), seed 1\n", done.stdout)
    assert done.stdout.rstrip().endswith("no flaw found")
    assert all(f"\n{name}: " in done.stdout for name in ATTACKS)


def test_the_same_seed_makes_the_same_queries() -> None:
    for attack in ATTACKS:
        assert attempt(attack, "7", Tally()) == attempt(attack, "7", Tally())


def test_a_wrong_claim_is_found_and_shown_with_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def claimed(_left: str, _right: str, _schema: object, _options: Options) -> Verdict:
        return Equivalent(SamePlan())

    monkeypatch.setattr(attacks, "check", claimed)
    tally = Tally()
    for number in range(12):
        attempt("claims", f"wrong {number}", tally)
    assert tally.flaws
    assert all(flaw.what.startswith("equivalent") for flaw in tally.flaws)
    assert all(flaw.script.count("INSERT INTO") <= 6 for flaw in tally.flaws)


def test_a_crash_is_a_flaw(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> Verdict:
        raise ZeroDivisionError

    monkeypatch.setattr(attacks, "check", crash)
    report = selftest(1.0, 3)
    assert report.flaws
    assert {flaw.attack for flaw in report.flaws} == {"claims"}
    assert "ZeroDivisionError" in report.flaws[0].what


def test_rows_that_do_not_matter_go() -> None:
    random = Random(1)
    rows = (*((random.randrange(100),) for _ in range(20)), (500,))
    database = Database({"t": Rows(("a",), rows), "u": Rows(("b",), ((1,), (2,)))})
    small = fewer_rows(database, lambda tried: (500,) in tried.tables["t"].rows)
    assert {name: table.rows for name, table in small.tables.items()} == {"t": ((500,),), "u": ()}
