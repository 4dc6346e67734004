"""A server for coding agents by the Model Context Protocol (extra `mcp`): tools that check, lint and replay."""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp.server.mcpserver import MCPServer

import spotit
from spotit.batch import Pool
from spotit.depth import with_room
from spotit.errors import SpotitError
from spotit.lint.lint_query import lint
from spotit.options import Options, Semantics
from spotit.schemas.load import schema_from_ddl
from spotit.search.witness.replay import read_witness, replay, saved
from spotit.verdict import Different

MOST_SECONDS = 120.0
_INSTRUCTIONS = (
    "Tells whether two SQLite queries mean the same on every database of a schema. Use `check` before and after you "
    "rewrite a query: `different` comes with a small database on which the results differ, `equivalent` is a proof."
)


def server(jobs: int | None = None) -> MCPServer:
    """Return the server. Queries and schemas come as text: no tool reads or writes a file."""
    found = MCPServer("spotit", instructions=_INSTRUCTIONS, version=spotit.__version__, log_level="WARNING")
    pool = Pool(jobs)

    @found.tool()
    async def check(
        left: str, right: str, schema: str, bound: int = 5, semantics: str = "bag", timeout: float = 30.0
    ) -> dict[str, Any]:
        """Tell whether two queries mean the same on every database of a schema.

        `schema` is DDL text (CREATE TABLE ...). `semantics` is `set`, `bag` or `list`. The answer has the verdict as a
        word, as a sentence (`text`), and for a difference the witness, and a script that `replay` takes.
        """
        options = Options(bound=bound, semantics=Semantics(semantics), timeout=min(timeout, MOST_SECONDS))
        verdict = await pool.acheck(left, right, _ddl(schema), options)
        witness = saved(verdict) if isinstance(verdict, Different) else None
        return {**verdict.as_dict(), "text": str(verdict), "witness_file": witness}

    @found.tool(name="lint")
    def lint_query(query: str, schema: str) -> list[dict[str, Any]]:
        """Point out what is valid SQL but seldom meant in a query. `schema` is DDL text."""
        tables = with_room(partial(schema_from_ddl, _ddl(schema)))
        try:
            findings = with_room(partial(lint, query, tables))
        except SpotitError as error:
            return [{"name": "invalid", "severity": "error", "message": str(error), "line": 1, "column": 1}]
        places = [finding.span.line_column(query) for finding in findings]
        return [
            {"name": one.name, "severity": one.severity.value, "message": one.message, "line": line, "column": column}
            for one, (line, column) in zip(findings, places, strict=True)
        ]

    @found.tool(name="replay")
    def replay_witness(witness_file: str) -> dict[str, Any]:
        """Run both queries of a witness again. `witness_file` is the text of that name in an answer of `check`."""
        replayed = replay(read_witness(witness_file))
        left, right = replayed.left.as_dict(), replayed.right.as_dict()
        return {"agree": replayed.agree, "left_result": left, "right_result": right}

    return found


def _ddl(schema: str) -> str:
    """Return DDL text; what is none would be taken for the path of a file."""
    if "(" not in schema:
        raise ValueError("the schema is no DDL text: give the CREATE TABLE statements")
    return schema + ("" if schema.endswith("\n") else "\n")
