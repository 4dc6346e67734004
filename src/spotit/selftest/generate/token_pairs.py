"""Rewrites and mutations of any query, made from its tokens: for real queries, that no generator wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from spotit.dialect.tokens import Token, tokens

_CLAUSE_ENDS = frozenset({"GROUP", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "HAVING", "WINDOW", ";"})
_FLIPPED = {"=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "<>": "<>", "!=": "!="}
_AFTER_TERM = frozenset({"AND", "OR", "WHERE", "ON", "HAVING", "WHEN"})
_BEFORE_TERM = _AFTER_TERM | _CLAUSE_ENDS | frozenset({")", "THEN", "JOIN", "LEFT", "INNER", ""})


def texts_of(sql: str) -> list[str]:
    """Return the tokens of a query, comments left out, operators of two characters whole, without a final semicolon."""
    found: list[Token] = tokens(sql)
    result: list[str] = []
    end = -1
    for token in found:
        if result and token.start == end and result[-1] + token.text in ("<=", ">=", "<>", "!=", "||", "=="):
            result[-1] += token.text
        else:
            result.append(token.text)
        end = token.end
    while result and result[-1] == ";":
        result.pop()
    return result


def rewrites(sql: str) -> Iterator[tuple[str, str]]:
    """Yield queries that mean the same under set semantics and have another plan, each with its name."""
    found = texts_of(sql)
    yield "rewrite: nested", f"SELECT DISTINCT * FROM ({' '.join(found)}) AS outside"
    for name, rule in _RULES:
        changed = rule(found)
        if changed != found:
            yield f"rewrite: {name}", " ".join(changed)


def _doubly_negated(found: Sequence[str]) -> list[str]:
    """Write every WHERE p as WHERE NOT (NOT (p))."""
    result: list[str] = []
    open_at: list[int] = []
    depth = 0
    for text in found:
        word = text.upper()
        while open_at and (depth < open_at[-1] or (depth == open_at[-1] and _ends(word))):
            result += [")", ")"]
            open_at.pop()
        depth += (text == "(") - (text == ")")
        while open_at and depth < open_at[-1]:
            result += [")", ")"]
            open_at.pop()
        result.append(text)
        if word == "WHERE":
            result += ["NOT", "(", "NOT", "("]
            open_at.append(depth)
    return [*result, *(")" for _ in range(2 * len(open_at)))]


def _ends(word: str) -> bool:
    return word in _CLAUSE_ENDS


def _flipped(found: Sequence[str]) -> list[str]:
    """Write a.x < b.y as b.y > a.x, where both sides are plain columns or literals."""
    result: list[str] = []
    at = 0
    while at < len(found):
        previous = found[at - 1].upper() if at else ""
        flipped = _comparison(found, at) if previous in _AFTER_TERM else None
        if flipped is None:
            result.append(found[at])
            at += 1
        else:
            texts, at = flipped
            result += texts
    return result


def _comparison(found: Sequence[str], at: int) -> tuple[list[str], int] | None:
    left = _term_end(found, at)
    if left is None or left >= len(found) or found[left] not in _FLIPPED:
        return None
    right = _term_end(found, left + 1)
    if right is None or (found[right].upper() if right < len(found) else "") not in _BEFORE_TERM:
        return None
    return [*found[left + 1 : right], _FLIPPED[found[left]], *found[at:left]], right


def _term_end(found: Sequence[str], at: int) -> int | None:
    """Return where a plain column or literal that starts here ends."""
    if at >= len(found) or not (found[at][0].isalnum() or found[at][0] in "_'\"`["):
        return None
    if found[at].upper() in ("NOT", "CASE", "EXISTS", "SELECT", "NULL", "CAST"):
        return None
    end = at + 3 if at + 2 < len(found) and found[at + 1] == "." else at + 1
    return None if end < len(found) and found[end] in ("(", ".", "+", "-", "*", "/", "||") else end


def _sums(found: Sequence[str]) -> list[str]:
    """Write each number of a comparison as that number and nothing."""
    result: list[str] = []
    for at, text in enumerate(found):
        compared = at > 0 and found[at - 1] in _FLIPPED and text.isdigit()
        result += ["(", text, "+", "0", ")"] if compared else [text]
    return result


_RULES: tuple[tuple[str, Callable[[Sequence[str]], list[str]]], ...] = (
    ("double negation", _doubly_negated),
    ("flipped comparisons", _flipped),
    ("numbers as sums", _sums),
)

_WORDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "=": (("<>",), ("IS",), ("<=",)),
    "<>": (("=",),),
    "<": (("<=",),),
    "<=": (("<",),),
    ">": ((">=",),),
    ">=": ((">",),),
    "+": (("-",),),
    "-": (("+",),),
    "/": (("*",),),
    "AND": (("OR",),),
    "OR": (("AND",),),
    "MAX": (("MIN",),),
    "MIN": (("MAX",),),
    "SUM": (("AVG",), ("TOTAL",)),
    "AVG": (("SUM",),),
    "DESC": (("ASC",),),
    "ASC": (("DESC",),),
    "RANK": (("DENSE_RANK",), ("ROW_NUMBER",)),
    "DENSE_RANK": (("RANK",),),
    "ROW_NUMBER": (("RANK",),),
    "LAG": (("LEAD",),),
    "LEAD": (("LAG",),),
    "ROWS": (("RANGE",),),
    "PRECEDING": (("FOLLOWING",),),
    "UPPER": (("LOWER",),),
    "JULIANDAY": (("DATE",),),
    "TRIM": (("UPPER",),),
}


def mutants(sql: str, random: Random) -> Iterator[tuple[str, str]]:
    """Yield the query with one small change each and a word on it, in random order; not all of them are valid."""
    found = texts_of(sql)
    sites = list(_sites(found))
    random.shuffle(sites)
    for start, end, texts in sites:
        what = f"{' '.join(found[start:end]) or 'nothing'} -> {' '.join(texts) or 'nothing'} at token {start}"
        yield what, " ".join([*found[:start], *texts, *found[end:]])


def _sites(found: Sequence[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield what could be replaced: from where to where, and by what."""
    for at, text in enumerate(found):
        word = text.upper()
        following = found[at + 1].upper() if at + 1 < len(found) else ""
        for texts in _WORDS.get(word, ()):
            yield at, at + 1, texts
        yield from _at_literal(at, text)
        yield from _at_word(at, word, following, found[at - 1].upper() if at else "")


def _at_literal(at: int, text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    if text.isdigit():
        yield at, at + 1, (str(int(text) + 1),)
    elif text.startswith("'") and len(text) > 3:
        yield at, at + 1, (text[:-2] + "'",)


def _at_word(at: int, word: str, following: str, previous: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    if word == "JOIN" and previous not in ("LEFT", "RIGHT", "FULL", "CROSS", "NATURAL"):
        yield (at - 1 if previous == "INNER" else at), at + 1, ("LEFT", "JOIN")
    if word == "LEFT" and following == "JOIN":
        yield at, at + 2, ("JOIN",)
    if word == "SELECT":
        yield (at, at + 2, ("SELECT",)) if following == "DISTINCT" else (at, at + 1, ("SELECT", "DISTINCT"))
    if word == "COUNT" and following == "(":
        yield at, at + 2, ("COUNT", "(", "DISTINCT")
    if word == "UNION":
        yield (at, at + 2, ("UNION",)) if following == "ALL" else (at, at + 1, ("UNION", "ALL"))
    if word == "NOT" and following in ("IN", "LIKE", "BETWEEN", "EXISTS"):
        yield at, at + 1, ()
    if word == "PARTITION":
        yield at, at + 1, ("ORDER",)
