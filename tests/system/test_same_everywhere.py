"""Equal checks give equal verdicts, grades and witnesses whatever the hash seed, the number of jobs and the load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SHOP = Path(__file__).parents[2] / "examples" / "shop.sql"
SCRIPT = """
import json, sys
import spotit
PAIRS = [
    ("SELECT name FROM customer", "SELECT DISTINCT name FROM customer", {"semantics": "bag"}),
    ("SELECT customer_id FROM purchase GROUP BY customer_id ORDER BY SUM(amount) DESC LIMIT 1",
     "SELECT customer_id FROM purchase ORDER BY amount DESC LIMIT 1", {}),
    ("SELECT name FROM customer ORDER BY city LIMIT 1", "SELECT name FROM customer ORDER BY city, id LIMIT 1", {}),
    ("SELECT COUNT(city) FROM customer", "SELECT COUNT(*) FROM customer", {}),
    ("SELECT AVG(amount) FROM purchase", "SELECT SUM(amount) / COUNT(*) FROM purchase", {}),
    ("SELECT SUM(amount * 0.1) FROM purchase", "SELECT SUM(amount) * 0.1 FROM purchase", {}),
    ("SELECT day FROM purchase WHERE day >= date('2024-03-01', '-1 year')",
     "SELECT day FROM purchase WHERE day >= date('2024-03-01', '-365 days')", {}),
    ("SELECT c.id FROM customer c JOIN purchase p ON p.customer_id = c.id GROUP BY c.id HAVING SUM(amount) > 10",
     "SELECT customer_id FROM purchase GROUP BY customer_id HAVING TOTAL(amount) >= 11", {}),
    ("SELECT p.id FROM purchase p WHERE (SELECT COUNT(*) FROM purchase q WHERE q.amount * p.amount > 50) > 1",
     "SELECT p.id FROM purchase p JOIN purchase q ON q.amount * p.amount > 50 GROUP BY p.id HAVING COUNT(*) > 1", {}),
]
jobs, schema = int(sys.argv[1]), spotit.load_schema(sys.argv[2])
pairs = [
    spotit.QueryPair(left, right, schema, id=number, options=spotit.Options(work=0.3, timeout=300, **options))
    for number, (left, right, options) in enumerate(PAIRS)
]
found = {}
for pair, verdict in spotit.check_many(pairs, jobs=jobs):
    answer = verdict.as_dict()
    stats = answer.pop("stats")
    assert not stats["cut_short"]
    found[pair.id] = [answer, stats["work"], stats["databases"], stats["solver_calls"]]
print(json.dumps(found, sort_keys=True))
"""


@contextmanager
def busy(number: int) -> Iterator[None]:
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def said(*, seed: int, jobs: int = 1, others: int = 0) -> object:
    command = [sys.executable, "-c", SCRIPT, str(jobs), str(SHOP)]
    with busy(others):
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def first() -> object:
    return said(seed=1)


@pytest.mark.parametrize(("seed", "jobs", "others"), [(2, 1, 0), (3, 2, 4)])
def test_equal_checks_end_equally(first: object, seed: int, jobs: int, others: int) -> None:
    assert said(seed=seed, jobs=jobs, others=others) == first
