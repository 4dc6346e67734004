"""JSON functions (json1.html)."""

from __future__ import annotations

from dataclasses import replace

from spotit.dialect.functions.record import MANY, Encoded, Function, FunctionKind, Hints, JsonUse, Result
from spotit.dialect.functions.samples import QUOTED, always

_JSON = Encoded.TABLE | Encoded.JSON
_LOOKS_UP = JsonUse.READS | JsonUse.LOOKS_UP
_CHANGES = JsonUse.READS | JsonUse.RETURNS
_WRITES = JsonUse.RETURNS | JsonUse.EMBEDS
_VALUES = Hints(always(*QUOTED))
_DOCUMENTS = Hints(always('{"a":1}', "{a:1}", '{"a"', "[1,"))
_TABLE = JsonUse.READS | JsonUse.MAY_RETURN | JsonUse.LOOKS_UP | JsonUse.LISTS


def _of_document(name: str, least: int, most: int, result: Result, description: str, use: JsonUse) -> Function:
    """Return a function of a document that is NULL when an argument is."""
    return Function(name, least, most, result, description, encoded=_JSON, strict=True, fails=True, json=use)


def _with_values(name: str, description: str, use: JsonUse, more: Encoded = Encoded.NONE) -> Function:
    """Return a function that puts values into a document."""
    return Function(
        name, 0, MANY, Result.TEXT, description, encoded=_JSON | more, fails=True, json=use | JsonUse.EMBEDS
    )


def _binary(function: Function) -> Function:
    """Return the function that does the same and returns JSON in binary form."""
    return replace(
        function,
        name=function.name.replace("json", "jsonb", 1),
        result=Result.BLOB if function.result is Result.TEXT else function.result,
        description=f"{function.name}() in binary form",
        encoded=_JSON,
        json=function.json & ~JsonUse.RETURNS | JsonUse.MAY_RETURN | JsonUse.BINARY,
    )


_MINIFIED = _of_document("json", 1, 1, Result.TEXT, "the document without blanks", _CHANGES)
_EXTRACT = _of_document("json_extract", 0, MANY, Result.ANY, "what stands at paths", _LOOKS_UP | JsonUse.MAY_RETURN)
_REMOVE = _of_document("json_remove", 0, MANY, Result.TEXT, "the document without what stands at paths", _CHANGES)
_PATCH = _of_document("json_patch", 2, 2, Result.TEXT, "the document changed by another", _CHANGES | JsonUse.PAIRS)
_PUT_TOGETHER = (
    _with_values("json_array", "an array", JsonUse.RETURNS, Encoded.AS_PIECES),
    _with_values("json_object", "an object", JsonUse.RETURNS, Encoded.AS_PIECES),
    _with_values("json_insert", "the document with values added", _CHANGES | JsonUse.PAIRS),
    _with_values("json_replace", "the document with values replaced", _CHANGES | JsonUse.PAIRS),
    _with_values("json_set", "the document with values added or replaced", _CHANGES | JsonUse.PAIRS),
    _with_values("json_array_insert", "the document with array members added", _CHANGES | JsonUse.PAIRS),
)
_IN_BOTH_FORMS = (_MINIFIED, _EXTRACT, _REMOVE, _PATCH, *_PUT_TOGETHER)

FUNCTIONS = (
    _of_document(
        "->", 2, 2, Result.TEXT, "what stands at a path, as JSON", _LOOKS_UP | JsonUse.RETURNS | JsonUse.INFIX
    ),
    _of_document("->>", 2, 2, Result.ANY, "what stands at a path, as a value", _LOOKS_UP | JsonUse.INFIX),
    _of_document("json_type", 1, 2, Result.TEXT, "the type of what stands at a path", JsonUse.READS),
    _of_document(
        "json_array_length", 1, 2, Result.INTEGER, "the number of members of an array", JsonUse.READS | JsonUse.LISTS
    ),
    _of_document("json_valid", 1, 2, Result.INTEGER, "whether a text is JSON", JsonUse.TESTS),
    Function(
        "json_error_position", 1, 1, Result.INTEGER, "where a text stops being JSON, or 0", encoded=_JSON, strict=True
    ),
    Function(
        "json_pretty",
        1,
        2,
        Result.TEXT,
        "the document on indented lines",
        encoded=_JSON,
        fails=True,
        json=JsonUse.READS,
    ),
    Function(
        "json_quote", 1, 1, Result.TEXT, "a value as JSON", encoded=_JSON, fails=True, json=_WRITES, hints=_VALUES
    ),
    *_IN_BOTH_FORMS,
    *map(_binary, _IN_BOTH_FORMS),
    Function(
        "json_each",
        1,
        2,
        Result.ANY,
        "the members of an array or object",
        kind=FunctionKind.TABLE,
        encoded=Encoded.JSON,
        fails=True,
        json=_TABLE,
    ),
    Function(
        "json_tree",
        1,
        2,
        Result.ANY,
        "an array or object and all that is inside",
        kind=FunctionKind.TABLE,
        encoded=Encoded.JSON,
        fails=True,
        json=_TABLE,
    ),
)
