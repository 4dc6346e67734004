"""What a pair costs on one machine and on Ray, and a model of many nodes: `python benchmarks/scaling.py --write`.

Measured are CPU seconds, of which a busy machine takes no more than an idle one: of the parent (or driver), of the
workers, of Ray's own processes, and of one turn of the driver's loop with many batches in flight. The model plays a run
of a million pairs on nodes with 16 cores, with one driver that serves one batch after the other, from these figures.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from threading import Event, Thread

from sections import write_section

from spotit.workers.ray_pool import BATCH, WAITING

ROOT = Path(__file__).resolve().parents[1]
TICK = os.sysconf("SC_CLK_TCK")
CORES = 16
"""Of one node of the model."""
LATENCY = 0.001
"""Seconds on the way from the driver to a node, and back."""
RUN = """
import atexit, json, resource, sys, time
def tell():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    ours = resource.getrusage(resource.RUSAGE_SELF)
    # threads of Ray in the driver work as long as it waits, whatever is done: only the main thread's time counts there
    own = time.thread_time() if "--ray" in sys.argv else ours.ru_utime + ours.ru_stime
    print(json.dumps([own, used.ru_utime + used.ru_stime]), file=sys.stderr)
atexit.register(tell)
from spotit.cli.app import main
main()
"""
LOOP = """
import json, resource, sys, time, ray
ray.init(address=sys.argv[1], log_to_driver=False, configure_logging=False)
quick = ray.remote(num_cpus=1)(lambda batch: [("x" * 1500, n) for n in range(20)])
never = ray.remote(num_cpus=1000)(lambda batch: 1)
batch, turns, found = ("q" * 2000,) * 4, 200, {}
def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
ray.get([quick.remote(batch) for _ in range(50)])
for others in (0, 800, 3200):
    idle = [never.remote(batch) for _ in range(others)]
    time.sleep(1)
    running = idle + [quick.remote(batch) for _ in range(3)]
    before = cpu()
    for _ in range(turns):
        done, running = ray.wait(running, num_returns=1)
        ray.cluster_resources()
        running.append(quick.remote(batch))
        ray.get(done)
    found[others] = (cpu() - before) / turns
    for each in idle:
        ray.cancel(each, force=True)
print(json.dumps(found))
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """CPU seconds of one run."""

    pairs: int
    """Pairs that were checked."""
    parent: float
    workers: float
    """Of the processes that check, and of Ray's own around them."""
    tasks: tuple[float, ...] = ()
    """Seconds of each question, by the clock."""


def evaluate(data: Path, limit: int, folder: Path, ray: str | None = None) -> Measured:
    """Run an evaluation of the first so many questions and return what it took."""
    out = folder / f"run {limit} {ray is not None}"
    given = ["--data", data, "--pred", data / "predictions", "--ex-results", data / "ex_pass_ids.json"]
    where = ["--jobs", 1] if ray is None else ["--ray", ray]
    words = ["eval", *given, "--limit", limit, "--no-cache", "--out", out, *where]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    parent, workers = json.loads(done.stderr.strip().splitlines()[-1])
    outcomes = [json.loads(line) for line in (out / "outcomes.jsonl").read_text().splitlines()]
    checked = [one for one in outcomes if one["verdict"] is not None]
    seconds: defaultdict[str, float] = defaultdict(float)
    for one in checked:
        seconds[str(one["question_id"])] += one["seconds"] or 0.0
    return Measured(len(checked), parent, workers, tuple(seconds.values()))


class Meter(Thread):
    """Sums up the CPU seconds of the workers below a process: looked at often, since nobody keeps those of the dead."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._over = Event()
        self._seen: dict[int, float] = {}

    def run(self) -> None:
        while not self._over.wait(0.1):
            self._look(self._pid)

    def stop(self) -> float:
        """Return the seconds of all processes that were seen."""
        self._over.set()
        self.join()
        return sum(self._seen.values())

    def _look(self, pid: int) -> None:
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            field = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            tasks = os.listdir(f"/proc/{pid}/task")
            below = [c for task in tasks for c in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
        except OSError:
            return
        if b"spotit.workers.process" in command or b"ray::" in command:
            self._seen[pid] = (int(field[11]) + int(field[12])) / TICK
        for child in below:
            self._look(int(child))


def on_ray(data: Path, limits: tuple[int, int], folder: Path) -> tuple[list[Measured], dict[str, float]]:
    """Return the same on a Ray cluster of two nodes on this machine, and what a turn of the driver's loop takes."""
    command = [sys.executable, str(ROOT / "tests" / "system" / "ray_cluster.py")]
    cluster = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert cluster.stdin is not None and cluster.stdout is not None
    address = cluster.stdout.readline().strip()
    found = []
    try:
        evaluate(data, 1, folder, address)  # Ray's first workers start
        for limit in limits:
            meter = Meter(cluster.pid)
            meter.start()
            ran = evaluate(data, limit, folder, address)
            found.append(Measured(ran.pairs, ran.parent, meter.stop()))
        loop = subprocess.run([sys.executable, "-c", LOOP, address], capture_output=True, text=True, check=True)
    finally:
        cluster.stdin.close()
        cluster.wait(60)
    return found, json.loads(loop.stdout.strip().splitlines()[-1])


@dataclass(frozen=True, slots=True)
class Costs:
    """What the model is made of."""

    tasks: tuple[float, ...]
    """CPU seconds of questions, to draw from."""
    pairs_per_task: float
    turn: float
    """Seconds of the driver for one batch."""
    turn_per_waiting: float
    """And for each batch in flight."""
    pair: float
    """Seconds of the driver for one pair: what it writes."""


def simulate(nodes: int, pairs: int, costs: Costs, seed: int = 1) -> tuple[float, float, float]:
    """Return the seconds of a run, the share of time that cores work, and that the driver works."""
    random, cores = Random(seed), nodes * CORES
    batches = int(pairs / costs.pairs_per_task / BATCH)
    serve = costs.turn + costs.turn_per_waiting * WAITING * cores + costs.pair * costs.pairs_per_task * BATCH
    free = [0.0] * cores
    """When each core is free again."""
    arrivals: list[float] = []
    waiting, driver, busy, working = min(batches, WAITING * cores), 0.0, 0.0, 0.0
    left, end = batches - waiting, 0.0

    def start(at: float) -> None:
        nonlocal working
        took = sum(random.choice(costs.tasks) for _ in range(BATCH))
        begun = max(heapq.heappop(free), at + LATENCY)
        heapq.heappush(free, begun + took)
        heapq.heappush(arrivals, begun + took + LATENCY)
        working += took

    for _ in range(waiting):
        driver += costs.turn
        start(driver)
    while arrivals:
        driver = max(driver, heapq.heappop(arrivals)) + serve
        busy += serve
        end = driver
        if left:
            left -= 1
            start(driver)
    return end, working / (end * cores), busy / end


def rows(costs: Costs, pairs: int) -> Iterator[str]:
    """Yield the table of the model."""
    yield "| nodes of 16 cores | seconds for a million pairs | pairs a second | cores at work | driver at work |"
    yield "| --- | --- | --- | --- | --- |"
    for nodes in (1, 8, 25, 50, 100, 200):
        seconds, cores, driver = simulate(nodes, pairs, costs)
        yield f"| {nodes} | {seconds:,.0f} | {pairs / seconds:,.0f} | {cores:.0%} | {driver:.0%} |"


def slope(small: Measured, large: Measured, what: str) -> float:
    """Return what one more pair costs."""
    return (getattr(large, what) - getattr(small, what)) / (large.pairs - small.pairs)


def _row(where: str, workers: float, driver: float) -> str:
    return f"| {where} | {1000 * workers:.1f} | {1000 * driver:.2f} | {1 / (workers + driver):.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "bird")
    parser.add_argument("--limits", type=int, nargs=2, default=(30, 90), help="questions of the two runs")
    parser.add_argument("--write", action="store_true", help="write the figures into BENCHMARKS.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        local = [evaluate(given.data, limit, Path(name)) for limit in given.limits]
        print(*local, sep="\n", flush=True)
        ray, loop = on_ray(given.data, tuple(given.limits), Path(name))
        print(*ray, loop, sep="\n", flush=True)
    check, parent = slope(*local, "workers"), slope(*local, "parent")
    ray_check, driver = slope(*ray, "workers"), max(slope(*ray, "parent"), 0.0)
    tasks = local[1].tasks
    scale = check * local[1].pairs / sum(tasks)
    per_task = local[1].pairs / len(tasks)
    growing = max(0.0, (loop["3200"] - loop["0"]) / 3200)
    costs = Costs(tuple(s * scale for s in tasks), per_task, loop["0"], growing, driver)
    text = "\n".join(
        [
            "| | workers: CPU ms a pair | parent or driver: CPU ms a pair | pairs per second and core |",
            "| --- | --- | --- | --- |",
            _row("one machine", check, parent),
            _row("Ray, two nodes on this machine", ray_check, driver),
            "",
            f"{local[1].pairs} pairs of the first {given.limits[1]} questions of BIRD, five methods, K = 5, against"
            f" {local[0].pairs} of the first {given.limits[0]}: what one more pair costs, without the start."
            " Ray's figure has Ray's worker processes in it. A turn of the driver's loop (wait, send, receive a batch"
            f" of {BATCH} questions) takes {1000 * loop['0']:.2f} ms of CPU with none, {1000 * loop['800']:.2f} ms with"
            f" 800 and {1000 * loop['3200']:.2f} ms with 3,200 batches in flight.",
            "",
            f"A million pairs take {1e6 * check / 3600:.1f} core-hours. The model, from these figures (questions of"
            f" {1000 * mean(costs.tasks):.0f} ms in the mean, {1000 * max(costs.tasks):,.0f} at most,"
            f" {per_task:.1f} pairs each):",
            "",
            *rows(costs, 1_000_000),
        ]
    )
    print(text)
    if given.write:
        write_section("scaling", "python benchmarks/scaling.py --write", text)


if __name__ == "__main__":
    main()
