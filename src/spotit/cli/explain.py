"""`spotit explain`: what SpotIt makes of two queries, stage by stage."""

from __future__ import annotations

from typing import Annotated

import typer

from spotit.cli.inputs import query_text, schema_of
from spotit.cli.limited import Seconds, finished
from spotit.cli.terminal import say
from spotit.depth import with_room
from spotit.errors import SpotitError
from spotit.options import Columns, Options, Semantics
from spotit.search.describe import describe


def explain_command(  # noqa: PLR0913 - one parameter per command line option
    schema: Annotated[str, typer.Option(help="DDL text, a .sql file, a SQLite file, or a tables.json.")],
    left: Annotated[str, typer.Option(help="The first query: SQL text or a file.")],
    right: Annotated[str | None, typer.Option(help="The second query; the first again if not given.")] = None,
    bound: Annotated[int, typer.Option(min=1, max=50, help="Rows per table.")] = 2,
    semantics: Annotated[Semantics, typer.Option(help="How results are compared.")] = Semantics.SET,
    columns: Annotated[
        Columns, typer.Option(help="Columns in the same places, in any order, or with more of them on the right.")
    ] = Columns.EXACT,
    terms: Annotated[bool, typer.Option("--terms", help="Print the difference as SMT-LIB text too.")] = False,
    timeout: Seconds = 60.0,
) -> None:
    """Print the plans, the pools of values, the symbolic tables and the size of the terms.

    Example:

    \b
    spotit explain --schema examples/shop.sql \\
      --left "SELECT COUNT(*) FROM customer" --right "SELECT COUNT(city) FROM customer"
    """
    try:
        left_sql = query_text(left)
        right_sql = query_text(right) if right is not None else left_sql
        options = Options(bound=bound, semantics=semantics, columns=columns)

        def described() -> list[str]:
            return list(describe(left_sql, right_sql, schema_of(schema), options, terms=terms))

        for line in finished("explain", lambda: with_room(described), timeout):
            say(line)
    except SpotitError as error:
        say(f"spotit explain: {error}", error=True)
        raise typer.Exit(2) from None
