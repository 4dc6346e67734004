"""The clauses of a stored CREATE statement that no PRAGMA reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spotit.dialect.tokens import Token, tokens


def checks(sql: str) -> Iterator[str]:
    """Yield the expressions of a table's CHECK constraints, but for those that hold anyway.

    >>> list(checks("CREATE TABLE t (a INT CHECK (a > 0 /* so */ ), CHECK(a<9))"))
    ['a > 0', 'a<9']
    """
    found = tokens(sql)
    for depth, index in _levels(found):
        if depth == 1 and found[index].key == "CHECK" and (rule := _plain(_group(found, index + 1))) != "1":
            yield rule


def without_checks(sql: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the statement without each of its CHECKs in turn, then without any, and their expressions.

    >>> list(without_checks("CREATE TABLE t (a INT CHECK (a ~ 'x'))"))[0]
    ('CREATE TABLE t (a INT CHECK (1))', ("a ~ 'x'",))
    """
    found = tokens(sql)
    groups = [_group(found, index + 1) for depth, index in _levels(found) if depth == 1 and found[index].key == "CHECK"]
    for lost in (*([group] for group in groups), groups):
        text = sql
        for group in reversed(lost):
            text = f"{text[: group[0].start]}1{text[group[-1].end :]}"
        yield text, tuple(map(_plain, lost))


def generated(sql: str) -> Iterator[str]:
    """Yield the expressions of a table's generated columns, in the order of the columns."""
    found = tokens(sql)
    for depth, index in _levels(found):
        if depth == 1 and found[index].key == "AS" and found[index + 1].text == "(":
            yield _plain(_group(found, index + 1))


def index_parts(sql: str) -> tuple[str, str]:
    """Return what a CREATE INDEX statement indexes, and the condition of a partial index or the empty string.

    >>> index_parts("CREATE UNIQUE INDEX i ON t(a, lower(b) DESC) WHERE a > 0")
    ('a, lower(b) DESC', 'a > 0')
    """
    found = tokens(sql)
    on = next(index for depth, index in _levels(found) if depth == 0 and found[index].key == "ON")
    terms = _group(found, on + 2)
    where = next((index for depth, index in _levels(found) if depth == 0 and found[index].key == "WHERE"), None)
    return _plain(terms), "" if where is None else _plain(found[where + 1 :])


def view_parts(sql: str) -> tuple[str, tuple[str, ...]]:
    """Return the SELECT of a CREATE VIEW statement, and its explicit column names."""
    found = tokens(sql)
    columns: tuple[str, ...] = ()
    for depth, index in _levels(found):
        if depth == 0 and found[index].key == "AS":
            return sql[found[index + 1].start :].rstrip().rstrip(";"), columns
        if depth == 0 and index + 1 < len(found) and found[index + 1].text == "(":
            columns = tuple(token.name for token in _group(found, index + 1) if token.text != ",")
    raise ValueError(f"not a CREATE VIEW statement: {sql}")


def _levels(found: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the depth of parentheses and the index of each token that is not a parenthesis."""
    depth = 0
    for index, token in enumerate(found):
        if token.key == "(":
            depth += 1
        elif token.key == ")":
            depth -= 1
        else:
            yield depth, index


def _group(found: Sequence[Token], start: int) -> Sequence[Token]:
    """Return the tokens between the parenthesis at `start` and the one that closes it."""
    depth = 0
    for index in range(start, len(found)):
        depth += {"(": 1, ")": -1}.get(found[index].key, 0)
        if depth == 0:
            return found[start + 1 : index]
    return found[start + 1 :]


def _plain(found: Sequence[Token]) -> str:
    """Return the text of these tokens on one line: comments dropped, blanks made one space."""
    parts: list[str] = []
    for before, token in zip([None, *found], found, strict=False):
        if before is not None and before.end != token.start:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)
