"""Verdicts kept across runs, one small file each, under everything the verdict depends on."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

import spotit
from spotit.evaluate.stored_verdict import is_verdict
from spotit.files import keep
from spotit.frozen import frozen
from spotit.options import Options

_DECIDED = ("different", "equivalent", "equivalent_up_to_bound", "unrefuted", "unsupported", "invalid")


@functools.cache
def source_fingerprint() -> str:
    """Return a hash of SpotIt's own code and the solver's version, so that no verdict outlives what made it."""
    root = Path(spotit.__file__).parent
    digest = hashlib.sha256(version("z3-solver").encode())
    for path in sorted(root.rglob("*.py")):
        if "report" not in path.relative_to(root).parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def options_dict(options: Options) -> dict[str, Any]:
    """Return the options as JSON holds them."""
    return {name: _plain(value) for name, value in asdict(options).items()}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, StrEnum) else list(value) if isinstance(value, tuple) else value


def pair_key(
    schema: str,
    gold: str,
    prediction: str,
    options: Options,
    engine: str,
    named: Mapping[str, tuple[str, ...]] | None = None,
) -> str:
    """Return the key of a verdict: a hash of schema, queries, options, engine, named values and SpotIt's code."""
    parts = [schema, gold, prediction, options_dict(options), engine, dict(named or {}), source_fingerprint()]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def pair_name(schema: str, gold: str, prediction: str) -> str:
    """Return a short hash of a pair, the same in every run."""
    return hashlib.sha256(json.dumps([schema, gold, prediction]).encode()).hexdigest()[:12]


@frozen
class Cache:
    """Verdict objects by key in a folder; with no folder it is always empty."""

    folder: Path | None = None

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the verdict object under the key; a file that cannot be read counts as absent."""
        if self.folder is None:
            return None
        try:
            found = msgspec.json.decode(self._path(key).read_bytes())
        except (OSError, msgspec.DecodeError, RecursionError):
            return None
        return found if is_verdict(found) else None

    def put(self, key: str, verdict: dict[str, Any]) -> None:
        """Keep a verdict, unless it may come out otherwise with more time."""
        if self.folder is None or not _lasting(verdict):
            return
        keep(self._path(key), msgspec.json.encode(verdict))

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key[2:]}.json"


def _lasting(verdict: dict[str, Any]) -> bool:
    return verdict["verdict"] in _DECIDED and not verdict["stats"]["cut_short"]
