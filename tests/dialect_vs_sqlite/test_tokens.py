"""Tokens: those of the dialect, against what SQLite's parser says of the same text and where it says it."""

from __future__ import annotations

import re
from itertools import pairwise, product
from random import Random

import apsw
import pytest

from spotit.dialect.tokens import Token, TokenKind, tokens

PIECES = (
    "a", "b1", "_x", "a$b", "é", "ﬁ", "\ufeff", "\u00a0", "x", "X", "select", "ſelect", "1", "0", "12", "0x1F",
    "0x", "0xG", "1e5", "1e", "1e+", "1E-2", "1.5", "1.", ".5", ".", "1_000", "1__0", "1_", "_1", "0x1_f",
    "1.5abc", "1.e2", "1a.5", "'", "''", "'s'", "'it''s'", '"', '"q"', '"a""b"', "`", "`t`", "``", "[", "[c d]",
    "]", "x'", "x''", "x'0F'", "x'0'", "x'0G'", "?", "?1", "?a", ":", ":n", "::", ":a::b", "@v", "#h", "$",
    "$t(x)", "$t(", "--", "-- c", "--\n", "/*", "/**/", "/* c */", "/*/", "*/", "-", "->", "->>", "|", "||",
    "<", "<=", "<>", "<<", ">", ">=", ">>", "=", "==", "!", "!=", "&", "~", "+", "*", "/", "%", "(", ")", ",",
    ";", "{", "}", "\\", "^", "\t", "\n", "\v", "\f", "\r", "\x1f", " ", "  ",
)  # fmt: skip
_NEAR = re.compile(r'near "(.*)": syntax error', re.DOTALL)
_UNRECOGNIZED = re.compile(r'unrecognized token: "(.*)"', re.DOTALL)


@pytest.fixture(scope="module")
def sqlite() -> apsw.Connection:
    return apsw.Connection(":memory:")


def _disagreement(sqlite: apsw.Connection, text: str) -> str:
    """Return what SQLite's parser says against our tokens, nothing when it agrees."""
    found = tokens(text)
    illegal = next((token for token in found if token.kind is TokenKind.ILLEGAL), None)
    try:
        sqlite.execute(text).fetchall()
    except apsw.BindingsError:
        return ""
    except apsw.SQLError as error:
        message, offset = str(error), len(text.encode()[: max(0, error.error_offset)].decode(errors="ignore"))
        if (unknown := _UNRECOGNIZED.search(message)) is not None:
            # SQLite has moved the digits of a number with underscores when it says so.
            shown = illegal is not None and (illegal.text == unknown[1] or re.match("[.0-9].*_", illegal.text))
            return "" if shown else f"{message}, not {illegal}"
        if (near := _NEAR.search(message)) is not None:
            there = [token.text for token in found if token.start == offset or error.error_offset < 0]
            return "" if near[1] in there else f"{message} at {offset}, not {there}"
        return ""
    return f"valid, but {illegal}" if illegal is not None else ""


def test_the_parser_sees_the_same_tokens(sqlite: apsw.Connection) -> None:
    random = Random("tokens")
    texts = ["SELECT " + left + right for left, right in product(PIECES, repeat=2)]
    texts += ["SELECT 1, " + "".join(random.choices(PIECES, k=random.randint(3, 6))) for _ in range(6000)]
    for text in texts:
        if ";" not in text:
            assert not (problem := _disagreement(sqlite, text)), (text, problem)


def test_only_ascii_letters_make_a_keyword(sqlite: apsw.Connection) -> None:
    with pytest.raises(apsw.SQLError):
        sqlite.execute("ſELECT 1")
    assert [token.key for token in tokens("ſELECT select")] == ["ſELECT", "SELECT"]


def test_tokens_say_where_they_stand() -> None:
    random = Random("places")
    for _ in range(500):
        text = "".join(random.choices(PIECES, k=random.randint(1, 8)))
        found = tokens(text)
        assert all(text[token.start : token.end] == token.text for token in found)
        assert all(one.end <= other.start for one, other in pairwise(found))


def test_names_lose_their_quotes(sqlite: apsw.Connection) -> None:
    for written in ("'it''s'", '"a""b"', "`e``f`", "[c d]", "plain"):
        column = sqlite.execute(f"SELECT 1 AS {written}").get_description()[0][0]
        assert [token.name for token in tokens(written)] == [column]


def _kinds(text: str) -> list[TokenKind]:
    found: list[Token] = tokens(text)
    return [token.kind for token in found]


def test_what_a_token_is(sqlite: apsw.Connection) -> None:
    values = {TokenKind.NUMBER: "1.5e1 .5 0x1F 1_0", TokenKind.STRING: "'a' ''", TokenKind.BLOB: "x'0f' X''"}
    types = {TokenKind.NUMBER: {"real", "integer"}, TokenKind.STRING: {"text"}, TokenKind.BLOB: {"blob"}}
    for kind, texts in values.items():
        for text in texts.split():
            assert _kinds(text) == [kind]
            assert sqlite.execute(f"SELECT typeof({text})").fetchone()[0] in types[kind]
