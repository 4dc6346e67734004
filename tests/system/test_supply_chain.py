"""What SpotIt needs is known, and it talks to nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from eval_runs import CLI, ENVIRONMENT, EXAMPLE, ROOT

NO_NETWORK = """
import socket

def refuse(self, address, *_):
    if self.family != socket.AF_UNIX:
        raise SystemExit(f"a connection to {address}")

socket.socket.connect = socket.socket.connect_ex = refuse
socket.getaddrinfo = lambda *given, **_: refuse(socket.socket(), given)
"""


def test_nothing_is_asked_of_the_network(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    environment = {**ENVIRONMENT, "PYTHONPATH": f"{tmp_path}:{ENVIRONMENT['PYTHONPATH']}"}
    probe = "import socket; socket.create_connection(('127.0.0.1', 9))"
    blocked = subprocess.run(
        [sys.executable, "-c", probe], env=environment, capture_output=True, text=True, check=False
    )
    assert "a connection to" in blocked.stderr
    out = tmp_path / "run"
    data = ["--data", str(EXAMPLE), "--pred", str(EXAMPLE / "predictions"), "--limit", "2", "--no-cache"]
    for arguments in (["eval", *data, "--out", str(out)], ["report", str(out)], ["score", str(out)]):
        done = subprocess.run([*CLI, *arguments], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_bill_of_materials_names_every_dependency() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "sbom")], capture_output=True, text=True, check=True)
    bill = json.loads(done.stdout)
    names = {component["name"].lower() for component in bill["components"]}
    assert {"sqlglot", "z3-solver", "apsw", "rich", "typer", "jinja2", "msgspec"} <= names
    assert bill["metadata"]["component"]["name"] == "spotit"
    assert all(component["version"] for component in bill["components"])
