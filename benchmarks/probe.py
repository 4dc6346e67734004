"""Time and yield of the concrete search on BIRD pairs that pass EX; arguments: methods, or none for all."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path

from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.engine.protocol import Engine
from spotit.engine.sqlite.schema.read_script import read_script
from spotit.errors import SpotitError
from spotit.options import Options
from spotit.search.meter import Meter
from spotit.search.pair import make_pair
from spotit.search.refute.probe import Probe
from spotit.search.witness.cause import explain
from spotit.search.witness.shrink import shrink

BIRD = Path(__file__).resolve().parents[1] / "../shared/data/bird"


def main() -> None:
    """Print one line per method and, with --list, one per pair."""
    parser = argparse.ArgumentParser()
    parser.add_argument("methods", nargs="*")
    parser.add_argument("--databases", type=int, default=600)
    parser.add_argument("--budget", type=float, default=1.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--null-keys", action="store_true")
    parser.add_argument("--list", type=Path)
    chosen = parser.parse_args()
    questions = {q["question_id"]: q for q in json.loads((BIRD / "dev.json").read_text())}
    passing = json.loads((BIRD / "ex_pass_ids.json").read_text())
    options = Options(null_keys=chosen.null_keys)
    engines: dict[str, Engine] = {}
    for path in sorted((BIRD / "predictions").glob("*.json")):
        if chosen.methods and path.stem not in chosen.methods:
            continue
        predictions = json.loads(path.read_text())
        grades: Counter[str] = Counter()
        tagged: Counter[str] = Counter()
        found_times, other_times, shrink_times, lines = [], [], [], []
        unplanned = 0
        for number in passing[path.stem][:: chosen.every]:
            question = questions[number]
            db = question["db_id"]
            if db not in engines:
                text = (BIRD / "databases" / db / "schema.sql").read_text()
                engines[db] = open_engine(read_script(text), options)
            engine = engines[db]
            start = time.perf_counter()
            try:
                pair = make_pair(question["SQL"], predictions[str(number)], engine)
            except (QueryError, SpotitError) as error:
                grades["invalid"] += 1
                lines.append({"id": number, "grade": f"invalid {error}"})
                continue
            unplanned += bool(pair.unplanned)
            meter = Meter(chosen.budget / pair.budget.looking.share, 100.0)
            found = Probe(pair, meter).look(chosen.databases)
            spent = time.perf_counter() - start
            (found_times if found else other_times).append(spent)
            grade = found.grade.value if found else "none"
            line = {"id": number, "grade": grade, "ms": spent * 1000, "tried": meter.databases}
            lines.append(line)
            if found:
                start = time.perf_counter()
                shrunk = shrink(pair, found, allowance=meter.rest)
                shrink_times.append(time.perf_counter() - start)
                line["explanation"] = explain(pair, shrunk.candidate)
                line["rows"] = shrunk.candidate.database.size
                line["tags"] = shrunk.candidate.tags
                grade = line["grade"] = shrunk.candidate.grade.value
                tagged.update(shrunk.candidate.tags)
                line["script"] = system().script(shrunk.candidate.database, engine.schema)
                line["results"] = [shrunk.candidate.results.left.rows, shrunk.candidate.results.right.rows]
            grades[grade] += 1
        refuted = len(found_times) - grades["degenerate"]
        print(f"{path.stem}: refuted {refuted}; {dict(grades)}; tags {dict(tagged)}; unplanned {unplanned}")
        for name, times in (("found", found_times), ("not found", other_times), ("shrunk", shrink_times)):
            median, mean = statistics.median(times) * 1e3, statistics.mean(times) * 1e3
            print(f"    {name}: median {median:.1f} ms, mean {mean:.1f} ms", flush=True)
        if chosen.list:
            (chosen.list / f"{path.stem}.json").write_text(json.dumps(lines))


if __name__ == "__main__":
    main()
