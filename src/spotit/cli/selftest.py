"""`spotit selftest`: SpotIt attacked on this machine."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from spotit.cli.terminal import say
from spotit.selftest.constructs import NAMES
from spotit.selftest.run import SelftestReport, selftest

EVERY = 30.0
"""Seconds between two lines about the progress."""


def selftest_command(
    minutes: Annotated[float, typer.Option(min=0.01, max=100_000, help="How long.")] = 1.0,
    seed: Annotated[int | None, typer.Option(help="Where the random queries start. [default: the time]")] = None,
) -> None:
    """Generate queries, schemas and databases, and hold what SpotIt says about them against SQLite.

    The terms of queries are evaluated on databases, plans are rewritten, claims of equivalence are attacked.
    Exits with 1 when something is found: with the queries and a script with few rows that show it.

    Example:

    \b
    spotit selftest --minutes 1 --seed 1
    """
    begun = time.monotonic()
    told = begun

    def tell(report: SelftestReport) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            say(f"{report.seconds:.0f} s: {report.cases:,} cases, {len(report.flaws)} flaws", error=True)

    report = selftest(minutes * 60, int(time.time()) if seed is None else seed, tell)
    _print(report)
    raise typer.Exit(1 if report.flaws else 0)


def _print(report: SelftestReport) -> None:
    rate = report.cases / max(report.seconds, 0.001)
    say(f"{report.cases:,} cases in {report.seconds:.0f} s ({rate:.0f} a second), seed {report.seed}")
    for name, tally in report.attacks.items():
        counts = f"{tally.queries:,} queries, {tally.cases:,} cases, {tally.refused:,} refused"
        say(f"{name}: {counts}, {len(tally.flaws)} flaws, {report.spent[name]:.0f} s")
        if tally.words:
            say(f"  {', '.join(f'{word} {count:,}' for word, count in tally.words.most_common())}")
    say(f"constructs: {', '.join(f'{name} {report.constructs[name]:,}' for name in NAMES)}")
    for number, flaw in enumerate(report.flaws, 1):
        say(f"\nflaw {number} ({flaw.attack}): {flaw.what}")
        for sql in flaw.queries:
            say(f"{sql};")
        say(flaw.script)
    if not report.flaws:
        say("no flaw found")
