"""How many rewards a second: one step of 512 answers, as a trainer asks for them, on BIRD's questions.

python benchmarks/rewards.py [--answers 512] [--jobs 2]      needs ../shared/data/bird
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections import Counter
from pathlib import Path

from spotit.integrations.rewards import OPTIONS, SqlReward

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "bird"


def answers(count: int) -> list[tuple[str, str, Path]]:
    """Return gold, answer and schema: for each of some questions, what five methods answered."""
    questions = json.loads((DATA / "dev.json").read_text())
    random.Random(1).shuffle(questions)
    methods = [json.loads(path.read_text()) for path in sorted((DATA / "predictions").glob("*.json"))]
    found = []
    for question in questions:
        schema = DATA / "databases" / question["db_id"] / "schema.sql"
        found += [(question["SQL"], method[str(question["question_id"])], schema) for method in methods]
        if len(found) >= count:
            return found[:count]
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--answers", type=int, default=512)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    batch = answers(chosen.answers)
    golds, texts, schemas = zip(*batch, strict=True)
    rewards = SqlReward(options=OPTIONS, jobs=chosen.jobs)
    rewards.score(golds[:2], ["SELECT 1", "SELECT 2"], schemas[:2])  # the processes start
    start = time.monotonic()
    found = rewards.score(golds, texts, schemas)
    seconds = time.monotonic() - start
    start = time.monotonic()
    rewards.score(golds, texts, schemas)
    again = time.monotonic() - start
    rewards.close()
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(found)} answers to {len(set(golds))} questions, {len(set(batch))} of them different texts")
    print(f"{seconds:.1f} s with {chosen.jobs} processes ({len(found) / seconds:.1f} a second), again {again:.2f} s")
    print(f"{cpu.ru_utime + cpu.ru_stime:.1f} s of CPU time in the processes")
    print(dict(Counter(one.verdict for one in found)))
    print("no reward:", sum(one.reward is None for one in found))


if __name__ == "__main__":
    main()
