"""The example noun: facts about one database, and its rows where they are at hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from spotit.engine.protocol import Engine
from spotit.frozen import frozen
from spotit.schema import Schema

if TYPE_CHECKING:
    from spotit.learned_facts import LearnedFacts

Lend = Callable[[Schema], AbstractContextManager[Engine]]
"""Lends an engine with another schema, under the options of the check."""


@frozen
class Example:
    """What is known of the data that the queries are meant for."""

    facts: LearnedFacts
    file: Path | None = None
    """The database itself, if it is at hand."""
