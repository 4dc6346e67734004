"""Strings by LIKE patterns: whether one matches some patterns and not others, by Z3's regular expressions."""

from __future__ import annotations

from functools import lru_cache

import z3


@lru_cache(maxsize=1024)
def string_matching(
    matching: tuple[str, ...], avoiding: tuple[str, ...], apart_from: tuple[str, ...] = (), *, seconds: float
) -> tuple[str | None, bool]:
    """Return a string that matches the first patterns, none of the second, and is not listed; and whether that is sure.

    (text, True) is such a string; (None, True): there is none; (None, False): the solver does not know.
    """
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", round(1000 * seconds))
    text = z3.String("text", context)
    printable = z3.Star(z3.Range(_value(" ", context), _value("~", context)))
    for pattern in matching:
        solver.add(z3.InRe(text, _regex(pattern, context)))
    for pattern in avoiding:
        solver.add(z3.Not(z3.InRe(text, _regex(pattern, context))))
    for known in apart_from:
        solver.add(text != _value(known, context))
    answer = solver.check()
    if answer == z3.unsat:
        return None, True
    solver.add(z3.InRe(text, printable))
    if answer == z3.unknown or solver.check() != z3.sat:
        return None, False
    return str(solver.model()[text].as_string()), True


def _value(text: str, context: z3.Context) -> z3.SeqRef:
    return z3.StringVal(text, context)


def _regex(pattern: str, context: z3.Context) -> z3.ReRef:
    parts = [_piece(character, context) for character in pattern]
    if not parts:
        return z3.Re(_value("", context))
    return parts[0] if len(parts) == 1 else z3.Concat(*parts)


def _piece(character: str, context: z3.Context) -> z3.ReRef:
    anything = z3.AllChar(z3.ReSort(z3.StringSort(context)))
    if character == "%":
        return z3.Star(anything)
    if character == "_":
        return anything
    if character.isascii() and character.isalpha():
        return z3.Union(z3.Re(_value(character.lower(), context)), z3.Re(_value(character.upper(), context)))
    return z3.Re(_value(character, context))
