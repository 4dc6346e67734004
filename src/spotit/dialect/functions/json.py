"""JSON functions (json1.html). Those in binary form are the same functions under names that start with jsonb."""

from __future__ import annotations

from spotit.dialect.functions.record import MANY, Encoded, Function, JsonUse, Kind, Result

_READS, _TESTS, _RETURNS = JsonUse.READS, JsonUse.TESTS, JsonUse.RETURNS
_BINARY = JsonUse.BINARY | JsonUse.MAY_RETURN
_PAIRS = JsonUse.READS | JsonUse.RETURNS | JsonUse.PAIRS
_TABLE = JsonUse.READS | JsonUse.MAY_RETURN | JsonUse.LOOKS_UP | JsonUse.LISTS


def _json(
    name: str,
    least: int,
    most: int,
    result: Result,
    description: str,
    use: JsonUse,
    more: Encoded = Encoded.NONE,
) -> Function:
    return Function(name, least, most, result, description, encoded=Encoded.TABLE | Encoded.JSON | more, json=use)


def _jsonb(name: str, least: int, most: int, result: Result, use: JsonUse = JsonUse.NONE) -> Function:
    text = name.replace("jsonb", "json", 1)
    return _json(name, least, most, result, f"{text}() in binary form", _BINARY | use)


FUNCTIONS = (
    _json("json", 1, 1, Result.TEXT, "the document without blanks", _READS | _RETURNS),
    _json(
        "->", 2, 2, Result.TEXT, "what stands at a path, as JSON", _READS | _RETURNS | JsonUse.LOOKS_UP | JsonUse.INFIX
    ),
    _json("->>", 2, 2, Result.ANY, "what stands at a path, as a value", _READS | JsonUse.LOOKS_UP | JsonUse.INFIX),
    _json("json_extract", 0, MANY, Result.ANY, "what stands at paths", _READS | JsonUse.MAY_RETURN | JsonUse.LOOKS_UP),
    _json("json_type", 1, 2, Result.TEXT, "the type of what stands at a path", _READS),
    _json("json_array_length", 1, 2, Result.INTEGER, "the number of members of an array", _READS | JsonUse.LISTS),
    _json("json_valid", 1, 2, Result.INTEGER, "whether a text is JSON", _TESTS),
    _json("json_error_position", 1, 1, Result.INTEGER, "where a text stops being JSON, 0 if it is JSON", JsonUse.NONE),
    _json("json_quote", 1, 1, Result.TEXT, "a value as JSON", _RETURNS | JsonUse.EMBEDS),
    _json("json_pretty", 1, 2, Result.TEXT, "the document on indented lines", _READS),
    _json("json_array", 0, MANY, Result.TEXT, "an array", _RETURNS | JsonUse.EMBEDS, Encoded.AS_PIECES),
    _json("json_object", 0, MANY, Result.TEXT, "an object", _RETURNS | JsonUse.EMBEDS, Encoded.AS_PIECES),
    _json("json_insert", 0, MANY, Result.ANY, "the document with values added", _PAIRS | JsonUse.EMBEDS),
    _json("json_replace", 0, MANY, Result.ANY, "the document with values replaced", _PAIRS | JsonUse.EMBEDS),
    _json("json_set", 0, MANY, Result.ANY, "the document with values added or replaced", _PAIRS | JsonUse.EMBEDS),
    _json("json_array_insert", 0, MANY, Result.ANY, "the document with array members added", _PAIRS | JsonUse.EMBEDS),
    _json("json_remove", 0, MANY, Result.ANY, "the document without what stands at paths", _READS | _RETURNS),
    _json("json_patch", 2, 2, Result.TEXT, "the document changed by another", _PAIRS),
    _jsonb("jsonb", 1, 1, Result.BLOB, _READS),
    _jsonb("jsonb_extract", 0, MANY, Result.ANY, _READS | JsonUse.LOOKS_UP),
    _jsonb("jsonb_array", 0, MANY, Result.BLOB, JsonUse.EMBEDS),
    _jsonb("jsonb_object", 0, MANY, Result.BLOB, JsonUse.EMBEDS),
    _jsonb("jsonb_insert", 0, MANY, Result.ANY, _READS | JsonUse.PAIRS | JsonUse.EMBEDS),
    _jsonb("jsonb_replace", 0, MANY, Result.ANY, _READS | JsonUse.PAIRS | JsonUse.EMBEDS),
    _jsonb("jsonb_set", 0, MANY, Result.ANY, _READS | JsonUse.PAIRS | JsonUse.EMBEDS),
    _jsonb("jsonb_array_insert", 0, MANY, Result.ANY, _READS | JsonUse.PAIRS | JsonUse.EMBEDS),
    _jsonb("jsonb_remove", 0, MANY, Result.ANY, _READS),
    _jsonb("jsonb_patch", 2, 2, Result.BLOB, _READS | JsonUse.PAIRS),
    Function(
        "json_each",
        1,
        2,
        Result.ANY,
        "the members of an array or object",
        kind=Kind.TABLE,
        encoded=Encoded.JSON,
        json=_TABLE,
    ),
    Function(
        "json_tree",
        1,
        2,
        Result.ANY,
        "an array or object and all that is inside",
        kind=Kind.TABLE,
        encoded=Encoded.JSON,
        json=_TABLE,
    ),
)
