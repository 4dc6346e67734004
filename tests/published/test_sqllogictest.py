"""sqllogictest: what our execution of a plan on constants returns is what its files record."""

from __future__ import annotations

from pathlib import Path

import pytest

from published.sqllogic import Runner

SAMPLES = [
    ("select1.test", 50, 0.9),
    ("select2.test", 50, 0.9),
    ("select3.test", 160, 0.9),
    ("random/aggregates/slt_good_0.test", 500, 0.8),
    ("random/expr/slt_good_0.test", 400, 0.9),
    ("random/groupby/slt_good_0.test", 400, 0.8),
    ("random/select/slt_good_0.test", 400, 0.8),
    ("evidence/in1.test", 1, 0.9),
    ("evidence/in2.test", 1, 0.8),
    ("evidence/slt_lang_aggfunc.test", 1, 0.6),
]


@pytest.mark.parametrize("file, step, covered", SAMPLES)
def test_sample(shared_data: Path, file: str, step: int, covered: float) -> None:
    score = Runner().run(shared_data / "sqllogictest" / file, step=step)
    assert not score.wrong, score.wrong[0]
    assert score.right > 5
    assert score.covered >= covered, score.open


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file, _, _ in SAMPLES])
def test_whole_file(shared_data: Path, file: str) -> None:
    score = Runner().run(shared_data / "sqllogictest" / file)
    print(f"{file}: {score.right} right, {score.covered:.1%} covered, {score.open.most_common(5)}")
    assert not score.wrong, score.wrong[0]
