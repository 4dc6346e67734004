"""Ctrl-C typed at a terminal while the solver works ends everything at once: commands, the Python face, pools."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)"
LEFT = "SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1"
RIGHT = "SELECT DISTINCT x.a FROM t AS x JOIN t AS y ON x.a IS y.a AND x.id < y.id"
PAIR = f"{LEFT!r}, {RIGHT!r}, {DDL!r}, bound=3, timeout=600, work=1e6"
TOLD = "except KeyboardInterrupt: print('interrupted', flush=True); raise SystemExit(130)"
ASYNC = f"async def main():\n  with spotit.Pool(jobs=1) as pool: await pool.acheck({PAIR})\n"
WAYS = {
    "check": "",
    "check --pairs": "",
    "Python": f"try: spotit.check({PAIR})\n{TOLD}",
    "Pool": f"try:\n  with spotit.Pool(jobs=1) as pool: pool.check({PAIR})\n{TOLD}",
    "check_many": f"o = spotit.Options(bound=3, timeout=600, work=1e6)\n"
    f"try: list(spotit.check_many([spotit.QueryPair({LEFT!r}, {RIGHT!r}, {DDL!r})], o, jobs=1))\n{TOLD}",
    "asyncio": f"import asyncio\n{ASYNC}try: asyncio.run(main())\n{TOLD}",
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")


def command(way: str, folder: Path) -> list[str]:
    if WAYS[way]:
        return [sys.executable, "-c", f"import spotit\n{WAYS[way]}"]
    line = [sys.executable, "-m", "spotit", "check", "--bound", "3", "--timeout", "600", "--work", "1e6"]
    if way == "check":
        return [*line, "--schema", DDL, "--left", LEFT, "--right", RIGHT]
    (folder / "pairs.jsonl").write_text(json.dumps({"id": 1, "schema": DDL, "left": LEFT, "right": RIGHT}))
    return [*line, "--pairs", str(folder / "pairs.jsonl"), "--json", "--jobs", "1"]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_is_heard_inside_the_solver(way: str, tmp_path: Path) -> None:
    import pty

    solving = tmp_path / "solving"
    path = os.pathsep.join([str(HERE / "long_solving"), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONPATH": path, "SPOTIT_SOLVING": str(solving), "TERM": "dumb"}
    parent, child = pty.openpty()
    process = subprocess.Popen(
        command(way, tmp_path),
        stdin=child,
        stdout=child,
        stderr=child,
        env=environment,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(child)
    try:
        deadline = time.monotonic() + 120
        while not solving.exists() or not solving.read_text():
            assert process.poll() is None and time.monotonic() < deadline, _printed(parent)
            time.sleep(0.05)
        time.sleep(0.5)
        assert process.poll() is None
        start = time.monotonic()
        os.write(parent, b"\x03")
        process.wait(20)
        assert time.monotonic() - start < 10  # the machine may be busy; without Ctrl-C it would take hours
        text = _printed(parent)
        assert process.returncode in (130, -2), text
        assert "internal failure" not in text and "Traceback" not in text
        solver = int(solving.read_text())
        while alive(solver) and time.monotonic() - start < 15:
            time.sleep(0.05)
        assert not alive(solver)
    finally:
        process.kill()
        process.wait()
        os.close(parent)


def _take_terminal() -> None:
    """Make the standard input the terminal that controls this session: only then Ctrl-C is a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _printed(parent: int) -> str:
    os.set_blocking(parent, False)
    content = b""
    try:
        while part := os.read(parent, 65536):
            content += part
    except OSError:
        pass
    return content.decode("utf-8", "replace")
