"""Published pairs. The paper's examples come out as printed; no claim on VeriEQL's pairs can be attacked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import spotit
from claims_vs_brute_force.claims import decide
from published.pairs import PublishedPair, verieql_pairs
from spotit import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Grade,
    Options,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
    load_schema,
)
from spotit.database import Database
from spotit.engine.open import open_engine
from spotit.reason import SamePlan
from spotit.search.refute.generate import Generator, Profile
from spotit.symbolic import ledger

EXAMPLES = [*(f"ex{n:02d}" for n in range(1, 12)), "old_encoding", "q653_limit"]


@pytest.fixture(scope="module")
def examples(shared_data: Path) -> dict[str, dict[str, object]]:
    content = json.loads((shared_data / "paper_examples.json").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in content["examples"]}


@pytest.mark.parametrize("semantics", ["set", "bag"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_example_of_the_paper(examples: dict[str, dict[str, object]], name: str, semantics: str) -> None:
    entry = examples[name]
    options = Options(bound=3, semantics=semantics, timeout=30)  # type: ignore[arg-type]
    verdict = spotit.check(str(entry["gold_sql"]), str(entry["generated_sql"]), str(entry["schema_sql"]), options)
    expected = entry["expected"][semantics]  # type: ignore[index]
    assert _word(verdict) == expected, verdict
    if isinstance(verdict, Different):
        printed = entry.get("corrected_counterexample") or entry["counterexample_completed"]
        assert verdict.witness.database.size <= sum(map(len, printed.values()))  # type: ignore[attr-defined]


def _word(verdict: Verdict) -> str:
    match verdict:
        case Different(grade=Grade.ORDER):
            return "equivalent_up_to_ties"
        case Different():
            return "not_equivalent"
        case Equivalent(reason=SamePlan(open=choices)) if choices:
            return "equivalent_up_to_ties"
        case Equivalent() | EquivalentUpTo() | Unrefuted():
            open_ties = {ledger.PERMITTED, ledger.TIES, ledger.OPEN_RESULTS} & set(verdict.assumptions)
            return "equivalent_up_to_ties" if open_ties else "equivalent"
        case _:
            return str(verdict)


def attack(pair: PublishedPair, bound: int, databases: int = 150) -> tuple[str, Database | None]:
    """Check a pair; return the verdict's name and a random database that contradicts it, if one is found."""
    schema = load_schema(pair.ddl)
    options = Options(bound=bound, timeout=8)
    verdict = spotit.check(pair.left, pair.right, schema, options)
    assert verdict.stats.spurious == 0, pair
    if not isinstance(verdict, Equivalent | EquivalentUpTo | Unrefuted):
        return type(verdict).__name__, None
    engine = open_engine(schema, options)
    case = decide(pair.left, pair.right, engine)
    assert case is not None
    drawn = Generator(schema, case.pair.usage, options)
    profiles = (Profile(bound), Profile(bound, nulls=0.3), Profile(bound, empty=0.3, passing=0.9))
    return type(verdict).__name__, case.difference(drawn.database(profiles[n % 3]) for n in range(databases))


def attack_all(pairs: list[PublishedPair], bound: int) -> Counter[str]:
    """Attack the claims on many pairs; fail on the first that does not hold."""
    words: Counter[str] = Counter()
    for pair in pairs:
        word, found = attack(pair, bound)
        assert found is None, f"{pair}\n{found}"
        words[word] += 1
    return words


@pytest.mark.parametrize(
    "file, step, decided", [("calcite_even", 8, 0.6), ("literature_even", 2, 0.6), ("leetcode_300", 15, 0.6)]
)
def test_sample_of_published_pairs(shared_data: Path, file: str, step: int, decided: float) -> None:
    pairs = list(verieql_pairs(shared_data / "verieql" / f"{file}.jsonlines"))[::step]
    words = attack_all(pairs, 2)
    valid = words.total() - words["Invalid"]
    open_ones = words[Unsupported.__name__] + words[Undecided.__name__]
    assert valid - open_ones >= decided * valid, words


@pytest.mark.slow
@pytest.mark.parametrize("file", ["calcite_even", "literature_even", "leetcode_300"])
def test_all_published_pairs(shared_data: Path, file: str) -> None:
    print(file, attack_all(list(verieql_pairs(shared_data / "verieql" / f"{file}.jsonlines")), 2))
