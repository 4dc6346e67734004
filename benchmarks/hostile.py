"""Every hostile input of the corpus with every command: `python benchmarks/hostile.py`; prints classes with counts."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sections import write_section

from hostile import corpus


def table(results: list[corpus.Result], inputs: Counter[str]) -> str:
    """Return the classes with the counts of inputs, of commands, and of exit codes."""
    codes = ("0", "1", "2", "3")
    lines = [f"| class | inputs | commands | {' | '.join(f'exit {code}' for code in codes)} | other |"]
    lines.append("|" + " --- |" * (len(codes) + 4))
    kinds = Counter(result.case.kind for result in results)
    for kind, count in [*kinds.items(), ("all", len(results))]:
        found = Counter(str(result.code) for result in results if kind in (result.case.kind, "all"))
        known = [found[code] for code in codes]
        given = sum(inputs.get(name, kinds[name]) for name in kinds if kind in (name, "all"))
        row = [kind, given, count, *known, found.total() - sum(known)]
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only each so-many-th query and schema")
    parser.add_argument("--write", action="store_true", help="write the table into BENCHMARKS.md")
    given = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = corpus.prepared(Path(name))
        problems = corpus.batch(folder, 1.0, given.every)
        inputs = Counter(kind for kind, _, _ in corpus.pair_lines(folder, given.every))
        batch = f"`check --pairs`: {inputs.total()} pairs in one batch, {len(problems)} problems"
        print(batch, *problems, sep="\n", flush=True)
        cases = [*corpus.single_commands(folder, given.every), *corpus.file_commands(folder)]
        cases += corpus.certificate_commands(folder)
        cases += corpus.run_commands(folder, corpus.sound_run(folder / "sound"))
        results = corpus.driven(cases, folder)
        problems += [f"{r.case.kind}, {r.case.name}: {problem}" for r in results for problem in r.problems]
        traces = corpus.traces(folder)
    late = max(result.seconds - result.case.seconds for result in results)
    commands = Counter(corpus.command_of(result.case) for result in results)
    listed = ", ".join(f"`{name}` {count}" for name, count in commands.most_common())
    text = (
        f"{table(results, inputs)}\n\n{batch}. {len(results)} commands: {listed}. {len(problems)} problems"
        " (a traceback, an exit code that says nothing, a character that acts on the terminal, a limit passed by more"
        f" than 2 s and the start), {len(traces)} files changed, written or read that should not be."
        f" The latest end was {late:.1f} s after its limit."
    )
    print(text, f"{time.monotonic() - begun:.0f} s", *problems[:60], *traces[:20], sep="\n")
    if given.write:
        write_section("hostile", "python benchmarks/hostile.py --write", text)
    return 1 if problems or traces else 0


if __name__ == "__main__":
    sys.exit(main())
