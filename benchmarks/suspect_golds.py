"""Holds the ranking of suspect gold queries against the gold queries that experts changed.

    python benchmarks/suspect_golds.py RUN [--corrections FILE] [--write]

RUN is a run directory over BIRD's development set, or over the questions of the corrections file:

    spotit eval --benchmark bird --data ../shared/data/bird --pred ../shared/data/bird/predictions \
        --ex-results ../shared/data/bird/ex_pass_ids.json --out RUN

A question counts as changed when experts wrote another query; in the second reading, only when that query is another
one up to blanks, letter case and quoting. Ties in a ranking count as their average.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from sections import write_section

from spotit.evaluate.store import load_run
from spotit.report.agreement import Answered, normal_text
from spotit.report.build import Report, analyse
from spotit.report.suspects import SuspectList
from spotit.report.texts import lint_weight

Scores = Mapping[int, float]
Labels = Mapping[int, bool]


def auc(scores: Scores, labels: Labels) -> float:
    """Return how often a changed question ranks above an unchanged one."""
    changed = [scores[q] for q in scores if labels[q]]
    kept = [scores[q] for q in scores if not labels[q]]
    above = sum((a > b) + 0.5 * (a == b) for a in changed for b in kept)
    return above / (len(changed) * len(kept))


def precision(scores: Scores, labels: Labels, at: int) -> float:
    """Return the share of changed questions among the first `at`."""
    least = sorted(scores.values(), reverse=True)[at - 1]
    above = [q for q in scores if scores[q] > least]
    tied = [q for q in scores if scores[q] == least]
    share = sum(labels[q] for q in tied) / len(tied)
    return (sum(labels[q] for q in above) + (at - len(above)) * share) / at


def listed(report: Report, kinds: tuple[SuspectList, ...]) -> dict[int, float]:
    """Return a score for each question by its place in the lists, 0 where it is in none."""
    order = [suspect.position for kind in kinds for suspect in report.suspects if suspect.list is kind]
    places = {position: len(order) - place for place, position in reversed(list(enumerate(order)))}
    return {_id(q): float(places.get(n, 0)) for n, q in enumerate(report.questions)}


def _id(question: Answered) -> int:
    return int(question.question.question_id)


def rankings(report: Report) -> dict[str, dict[int, float]]:
    """Return the rankings by name: ours, and trivial ones."""

    def each(value: Callable[[Answered], float]) -> dict[int, float]:
        return {_id(q): float(value(q)) for q in report.questions}

    return {
        "gold alone": listed(report, (SuspectList.ALONE,)),
        "gold alone, then latent (the order of suspects.csv)": listed(report, tuple(SuspectList)),
        "latent": listed(report, (SuspectList.LATENT,)),
        "trivial: methods that fail EX": each(lambda q: sum(o.ex is False for o in q.outcomes)),
        "trivial: methods that are refuted": each(lambda q: len(q.differing)),
        "trivial: length of gold": each(lambda q: len(q.question.gold)),
        "trivial: lints of gold": {
            _id(q): lint_weight(g.findings) for q, g in zip(report.questions, report.golds, strict=True)
        },
        "largest group that fails EX and agrees": each(_largest),
    }


def _largest(question: Answered) -> int:
    return max((len(g.methods) for g in question.groups if not g.passes and not g.gold), default=0)


def main() -> None:
    """Print the table, and with --write put it into BENCHMARKS.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    shared = Path(__file__).parents[2] / "shared" / "data"
    parser.add_argument("--corrections", type=Path, default=shared / "bird_corrections/minidev_even.json")
    parser.add_argument("--write", action="store_true", help="Write the table into BENCHMARKS.md.")
    args = parser.parse_args()
    report = analyse(load_run(args.run))
    corrections = {c["question_id"]: c for c in json.loads(args.corrections.read_text(encoding="utf-8"))}
    golds = {_id(q): q.question.gold for q in report.questions}
    known = [number for number in corrections if number in golds]
    changed = {n: bool(corrections[n]["sql_changed"]) for n in known}
    other = {n: changed[n] and normal_text(golds[n]) != normal_text(corrections[n]["SQL"]) for n in known}
    lines = [
        f"{len(known)} questions with corrections, {len(report.run.methods)} methods; experts changed"
        f" {sum(changed.values())} gold queries, {sum(other.values())} of them in more than quoting, blanks and letter"
        f" case. Base rate {sum(changed.values()) / len(known):.2f} and {sum(other.values()) / len(known):.2f}.",
        "",
        "| ranking | changed: at 10 | at 20 | at 40 | AUC | changed in more than quoting: at 20 | AUC |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, every in rankings(report).items():
        scores = {n: every[n] for n in known}
        first = [f"{precision(scores, changed, at):.2f}" for at in (10, 20, 40)]
        second = [f"{precision(scores, other, 20):.2f}", f"{auc(scores, other):.3f}"]
        lines.append(f"| {name} | {' | '.join([*first, f'{auc(scores, changed):.3f}', *second])} |")
    text = "\n".join(lines)
    print(text)
    if args.write:
        write_section("suspect golds", "python benchmarks/suspect_golds.py RUN --write", text)


if __name__ == "__main__":
    main()
