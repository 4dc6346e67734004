"""Where a difference holds too, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from spotit.options import QueryDialect


def tried_sentence(holds_on: Mapping[str, bool | str]) -> str:
    """Return where a difference holds too, where not, and where it could not be tried, for people.

    >>> tried_sentence({"postgres": True, "duckdb": True})
    'Holds on PostgreSQL and DuckDB too.'
    """
    labels = {name: QueryDialect(name).label for name in holds_on}
    too = [labels[name] for name, found in holds_on.items() if found is True]
    agree = [labels[name] for name, found in holds_on.items() if found is False]
    parts = [f"Holds on {' and '.join(too)} too."] if too else []
    parts += [f"On {' and '.join(agree)} the results agree."] if agree else []
    parts += [
        f"On {labels[name]} it could not be tried: {found.rstrip('.')}."
        for name, found in holds_on.items()
        if isinstance(found, str)
    ]
    return " ".join(parts)
