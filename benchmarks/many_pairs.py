"""A run over many pairs: `python benchmarks/many_pairs.py --pairs 50000 --write`.

Most are cheap, written from forms with numbers in them; some are BIRD's, where its data is at hand. Prints what the
parent and its workers take as the run goes on, and what `score` and `report` take afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from sections import write_section

ROOT = Path(__file__).resolve().parents[1]
TICK, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE") / (1 << 20)
DDL = (
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, age INTEGER);\n"
    "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id),"
    " amount INTEGER NOT NULL, day DATE);\n"
)
FORMS = (
    ("SELECT name FROM customer WHERE age > {a}", "SELECT name FROM customer WHERE age >= {b}"),
    ("SELECT name FROM customer WHERE age > {a}", "SELECT name FROM customer WHERE age > {b}"),
    ("SELECT city FROM customer WHERE age IN ({a}, {b})", "SELECT city FROM customer WHERE age = {a} OR age = {b}"),
    ("SELECT count(*) FROM purchase WHERE amount < {a}", "SELECT count(id) FROM purchase WHERE amount < {a}"),
    ("SELECT count(city) FROM customer WHERE id > {a}", "SELECT count(*) FROM customer WHERE id > {a}"),
    ("SELECT DISTINCT city FROM customer WHERE id <> {a}", "SELECT city FROM customer WHERE id <> {a} GROUP BY city"),
    (
        "SELECT name FROM customer JOIN purchase ON customer.id = customer_id WHERE amount > {a}",
        "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM purchase WHERE amount > {a})",
    ),
    (
        "SELECT customer_id FROM purchase WHERE amount > {a} AND day > '2020-01-01'",
        "SELECT customer_id FROM purchase WHERE day > '2020-01-01' AND NOT amount <= {a}",
    ),
    ("SELECT sum(amount) FROM purchase WHERE id = {a}", "SELECT amount FROM purchase WHERE id = {a}"),
    ("SELECT max(age) FROM customer WHERE city = 'c{a}'", "SELECT max(age) FROM customer WHERE city = 'c{b}'"),
)


def cheap(seed: int) -> Iterator[dict[str, object]]:
    """Yield pairs without end, no two alike."""
    random, number = Random(seed), 0
    while True:
        left, right = random.choice(FORMS)
        number += 1
        numbers = {"a": number, "b": number + 1}
        yield {"schema": DDL, "left": left.format(**numbers), "right": right.format(**numbers)}


def real(data: Path) -> Iterator[dict[str, object]]:
    """Yield pairs of BIRD that pass EX."""
    if not data.is_dir():
        return
    passing = json.loads((data / "ex_pass_ids.json").read_text())
    questions = json.loads((data / "dev.json").read_text())
    for path in sorted((data / "predictions").glob("*.json")):
        answers = json.loads(path.read_text())
        for one in questions[:: 7 if path.stem > "d" else 5]:
            if one["question_id"] in passing[path.stem]:
                schema = (data / "databases" / one["db_id"] / "schema.sql").read_text()
                yield {"schema": schema, "left": one["SQL"], "right": answers[str(one["question_id"])]}


def process(pid: str) -> tuple[float, float]:
    """Return the memory of a process in MB, and the CPU seconds of it and of what it has waited for."""
    field = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(field[21]) * PAGE, sum(map(int, field[11:15])) / TICK


def children(pid: int) -> list[str]:
    tasks = os.listdir(f"/proc/{pid}/task")
    return [c for task in tasks for c in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]


def watched(running: subprocess.Popen[bytes], outcomes: Path, step: int) -> Iterator[str]:
    """Yield a row of the table whenever so many more pairs are done."""
    told, spent = 0, 0.0
    while running.poll() is None:
        time.sleep(0.5)
        done = outcomes.read_bytes().count(b"\n") if outcomes.exists() else 0
        if done - told < step:
            continue
        try:
            below = children(running.pid)
            parent, used = process(str(running.pid))
            workers = [process(pid) for pid in below]
        except OSError:
            continue
        now = used + sum(cpu for _, cpu in workers)
        memory = ", ".join(f"{mb:.0f}" for mb, _ in workers)
        yield f"| {done:,} | {parent:.0f} | {memory} | {(done - told) / (now - spent):.0f} |"
        told, spent = done, now


def timed(*words: str | Path) -> float:
    """Return the CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "spotit", *map(str, words)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "bird")
    parser.add_argument("--write", action="store_true", help="write the table into BENCHMARKS.md")
    given = parser.parse_args()
    lines = ["| pairs done | parent MB | workers MB | pairs per CPU second since the line before |", "|" + " --- |" * 4]
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        known = list(real(given.data))
        source, every = cheap(1), max(1, given.pairs // max(1, len(known)))
        with (home / "pairs.jsonl").open("w") as file:
            for number in range(given.pairs):
                pair = known.pop() if known and number % every == 0 else next(source)
                file.write(json.dumps({"id": number, **pair}) + "\n")
        out = home / "run"
        words = ["eval", "--benchmark", "pairs", "--data", home, "--no-ex", "--no-cache", "--jobs", given.jobs]
        command = [sys.executable, "-m", "spotit", *map(str, words), "--out", str(out)]
        log = (home / "log").open("wb")
        running = subprocess.Popen(command, stdout=log, stderr=log)
        for line in watched(running, out / "outcomes.jsonl", given.pairs // 10):
            lines.append(line)
            print(line, flush=True)
        assert running.wait() == 0, (home / "log").read_text()[-2000:]
        done = (out / "outcomes.jsonl").read_bytes().count(b"\n")
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / (1 << 20)
        score, report = timed("score", out), timed("report", out)
        page = (out / "report.html").stat().st_size / (1 << 20)
    lines.append(
        f"\n{done:,} outcomes, {size:.0f} MB. `score` takes {score:.1f} s of CPU,"
        f" `report` {report:.1f} s ({page:.0f} MB)."
    )
    text = "\n".join(lines)
    print(text)
    if given.write:
        write_section("many pairs", f"python benchmarks/many_pairs.py --pairs {given.pairs} --write", text)


if __name__ == "__main__":
    main()
