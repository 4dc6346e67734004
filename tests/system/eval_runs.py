"""What the tests of `spotit eval` share: the command line, the bundled example, and outcomes to compare."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "benchmark"
SHARED = ROOT.parent / "shared" / "data"
CLI = [sys.executable, "-c", "from spotit.cli.app import main; main()"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
}


def spotit(*arguments, timeout=300):
    """Run the command line tool to its end."""
    command = [*CLI, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=ENVIRONMENT)


def start(*arguments):
    """Start the command line tool in a process group of its own."""
    command = [*CLI, *map(str, arguments)]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def outcomes(run):
    """Return the outcomes of a run directory, without what may differ between two runs of the same work."""
    lines = (Path(run) / "outcomes.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    for record in records:
        del record["seconds"]
    return sorted(records, key=lambda r: (str(r["question_id"]), r["method"]))


def by_pair(run):
    """Return the outcomes by (question id, method)."""
    return {(o["question_id"], o["method"]): o for o in outcomes(run)}


def summary(run):
    """Return summary.json."""
    return json.loads((Path(run) / "summary.json").read_text())


def benchmark(folder, queries, *, ddl="CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT);", rows=None):
    """Write a small BIRD benchmark with one database `d`: `queries` are gold queries by question id."""
    home = folder / "data" / "databases" / "d"
    home.mkdir(parents=True)
    (home / "schema.sql").write_text(ddl)
    (home / "data.sql").write_text(rows or "INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, 30, 'z');")
    records = [{"question_id": i, "db_id": "d", "question": f"question {i}", "SQL": sql} for i, sql in queries.items()]
    (folder / "data" / "dev.json").write_text(json.dumps(records))
    return folder / "data"


def predictions(folder, name, answers):
    """Write a prediction file `{id: sql}`."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps({str(i): sql for i, sql in answers.items()}))
    return f"{name}={path}"
