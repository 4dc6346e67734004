"""Every hostile input of the corpus with every command: `python benchmarks/hostile.py`; prints classes with counts."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hostile import corpus


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each so-many-th query and schema")
    every = parser.parse_args().every
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = corpus.prepared(Path(name))
        problems = corpus.batch(folder, 1.0, every)
        print(
            f"check --pairs: {sum(1 for _ in corpus.pair_lines(folder, every))} pairs, {len(problems)} problems",
            flush=True,
        )
        cases = [*corpus.single_commands(folder, every), *corpus.file_commands(folder)]
        cases += corpus.certificate_commands(folder)
        cases += corpus.run_commands(folder, corpus.sound_run(folder / "sound"))
        results = corpus.driven(cases, folder)
        problems += [f"{r.case.kind}, {r.case.name}: {problem}" for r in results for problem in r.problems]
        problems += corpus.traces(folder)
        inputs = Counter(kind for kind, _, _ in corpus.pair_lines(folder, every))
    kinds = Counter(result.case.kind for result in results)
    commands = Counter(result.case.arguments[0] for result in results)
    for kind, count in kinds.items():
        codes = Counter(str(result.code) for result in results if result.case.kind == kind)
        shown = ", ".join(f"{code}: {number}" for code, number in sorted(codes.items()))
        print(f"{kind}: {inputs.get(kind, count)} inputs, {count} commands, exit codes {shown}")
    print(f"{len(results)} commands ({', '.join(f'{name} {count}' for name, count in commands.items())})")
    print(f"{time.monotonic() - begun:.0f} s, {len(problems)} problems", *problems[:40], sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
