"""A server for coding agents by the Model Context Protocol (extra `mcp`): tools that check, lint and replay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import spotit
from spotit.batch import Pool
from spotit.errors import SpotitError
from spotit.integrations.tool_job import LintCall, ReplayCall, ToolAnswer, ToolJob, ToolStep, called
from spotit.options import Options, Semantics
from spotit.search.witness.replay import saved
from spotit.verdict import Different
from spotit.workers.job import WorkerLimits
from spotit.workers.local_pool import Crew
from spotit.workers.machine import default_memory_mb

MOST_SECONDS = 120.0
_INSTRUCTIONS = (
    "Tells whether two SQLite queries mean the same on every database of a schema. Use `check` before and after you "
    "rewrite a query: `different` comes with a small database on which the results differ, `equivalent` is a proof."
)


def server(jobs: int | None = None) -> MCPServer:
    """Return the server. Queries and schemas come as text: no tool reads or writes a file."""
    found = MCPServer("spotit", instructions=_INSTRUCTIONS, version=spotit.__version__, log_level="WARNING")
    pool = Pool(jobs)
    others: Crew[ToolStep, ToolAnswer] = Crew(ToolJob(), WorkerLimits(default_memory_mb(1)), 1)

    @found.tool()
    async def check(
        left: str, right: str, schema: str, bound: int = 5, semantics: str = "bag", timeout: float = 30.0
    ) -> dict[str, Any]:
        """Tell whether two queries mean the same on every database of a schema.

        `schema` is DDL text (CREATE TABLE ...). `semantics` is `set`, `bag` or `list`. The answer has the verdict as a
        word, as a sentence (`text`), and for a difference the witness, and a script that `replay` takes.
        """
        with _told():
            options = Options(bound=bound, semantics=Semantics(semantics), timeout=min(timeout, MOST_SECONDS))
            verdict = await pool.acheck(left, right, _ddl(schema), options)
        witness = saved(verdict) if isinstance(verdict, Different) else None
        return {**verdict.as_dict(), "text": str(verdict), "witness_file": witness}

    @found.tool(name="lint")
    async def lint_query(query: str, schema: str) -> list[dict[str, Any]]:
        """Point out what is valid SQL but seldom meant in a query. `schema` is DDL text."""
        with _told():
            step = LintCall(query, _ddl(schema))
            remarks: list[dict[str, Any]] = await asyncio.wrap_future(others.submit(called, step))
        return remarks

    @found.tool(name="replay")
    async def replay_witness(witness_file: str) -> dict[str, Any]:
        """Run both queries of a witness again. `witness_file` is the text of that name in an answer of `check`."""
        with _told():
            results: dict[str, Any] = await asyncio.wrap_future(others.submit(called, ReplayCall(witness_file)))
        return results

    return found


@contextmanager
def _told() -> Iterator[None]:
    """Tell the caller of a tool what is wrong; the server keeps the message of any other error to itself."""
    try:
        yield
    except (ValueError, SpotitError) as error:
        raise ToolError(str(error)) from None


def _ddl(schema: str) -> str:
    """Return DDL text; what is none would be taken for the path of a file."""
    if "(" not in schema:
        raise ValueError("the schema is no DDL text: give the CREATE TABLE statements")
    return schema + ("" if schema.endswith("\n") else "\n")
