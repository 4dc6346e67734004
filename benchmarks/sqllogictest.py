"""sqllogictest at length: every query of the shared files through our execution on constants.

    python benchmarks/sqllogictest.py [--step 1]

Prints the share of queries covered and how many of them are right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from published.sqllogic import Runner

ROOT = Path(__file__).resolve().parents[2] / "shared" / "data" / "sqllogictest"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--step", type=int, default=1, help="run every step-th query")
    parser.add_argument("--data", type=Path, default=ROOT, help="the folder with the .test files")
    args = parser.parse_args()
    right = wrong = 0
    left_out: Counter[str] = Counter()
    for path in sorted(args.data.rglob("*.test")):
        score = Runner(seconds=5.0).run(path, step=args.step)
        right += score.right
        wrong += len(score.wrong)
        left_out += score.open
        print(f"{path.relative_to(args.data)}: {score.right} right, {len(score.wrong)} wrong", flush=True)
        for story in score.wrong[:3]:
            print(story)
    total = right + wrong + left_out.total()
    print(f"{total} queries, {(right + wrong) / max(1, total):.2%} covered, {right} right, {wrong} wrong")
    for reason, count in left_out.most_common(10):
        print(f"  not covered {count:5} {reason}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
