"""Functions of SQL: what is wanted of a result becomes something that is wanted of the one argument not constant."""

from __future__ import annotations

import re
from collections.abc import Callable

from spotit.automata.classifier import Classifier, combined, constant
from spotit.automata.expressions.wanted import Wanted
from spotit.automata.functions import unchanged as fixed
from spotit.automata.functions.concat import with_prefix, with_suffix
from spotit.automata.functions.hexadecimal import in_hexadecimal
from spotit.automata.functions.instr_parts import from_occurrence, up_to_occurrence
from spotit.automata.functions.letter_case import lowered, uppered
from spotit.automata.functions.quote import quoted
from spotit.automata.functions.replace import replaced
from spotit.automata.functions.substr import substring, window_from_end, without_last
from spotit.automata.functions.trim import left_trimmed, right_trimmed, trimmed
from spotit.automata.functions.until_nul import until_nul
from spotit.automata.languages import measures
from spotit.automata.languages.integers import Steps, same
from spotit.automata.languages.numerals import padded
from spotit.automata.languages.patterns import glob, like
from spotit.automata.not_decided import NotRegular
from spotit.dialect.functions import Result
from spotit.dialect.types import Affinity
from spotit.plan.expr import Arith, ArithOp, Call, Cast, Expr, Literal, Negate
from spotit.plan.one_column import TEXT

Asked = tuple[Expr, Wanted]
"""An argument and what is wanted of it."""
_NULL = Literal(None)
_NUMBER_FORMAT = re.compile(r"%(0?)([0-9]*)d")


def asked_of_argument(call: Call, wanted: Wanted) -> Asked:
    """Return the argument that is not constant and what is wanted of it."""
    rule = RULES.get(call.name)
    if rule is None:
        raise NotRegular(f"function {call.name}")
    if any(arg == _NULL for arg in call.args) and call.function.strict:
        return _NULL, wanted
    return rule(call.args, wanted)


def text_constant(expr: Expr) -> str:
    """Return the text that a constant argument is read as."""
    match expr:
        case Literal(str() as text) if "\0" not in text:
            return text
        case Literal(int() as number):
            return str(number)
    raise NotRegular("argument that is no constant text")


def _integer_constant(expr: Expr) -> int:
    match expr:
        case Literal(int() as number):
            return number
    raise NotRegular("argument that is no constant integer")


def _function(change: Callable[[Classifier], Classifier], arg: Expr, wanted: Wanted) -> Asked:
    changed = change(wanted.of_texts())
    return arg, Wanted(wanted.null, changed, changed)


def _trim(change: Callable[[Classifier, str], Classifier]) -> Callable[[tuple[Expr, ...], Wanted], Asked]:
    def rule(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
        characters = text_constant(args[1]) if len(args) > 1 else " "
        return _function(lambda target: change(target, characters), args[0], wanted)

    return rule


def _replace(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    old, new = text_constant(args[1]), text_constant(args[2])
    return _function(lambda target: replaced(target, old, new), args[0], wanted)


def _substr(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    subject, start = args[:2]
    size = args[2] if len(args) > 2 else None
    return _function(lambda target: _part(target, subject, start, size), subject, wanted)


def _part(target: Classifier, subject: Expr, start: Expr, size: Expr | None) -> Classifier:
    """Return the classifier of SUBSTR(subject, start, size), where a position may depend on the subject's own text."""
    found, offset = _place(start, subject)
    counted, more = _place(size, subject) if size is not None else (None, 0)
    length = more if size is not None else None
    match found, counted:
        case None, None:
            return until_nul(substring(target, offset, length))
        case str(), None:
            return from_occurrence(target, found, offset, length)
        case None, str() if offset == 1:
            return up_to_occurrence(target, counted, more)
        case None, Call() if offset == 1 and more <= 0:
            return until_nul(without_last(target, -more))
        case Call(), None if offset == 0 and (length is None or length > 0):
            return until_nul(window_from_end(target, 1, 0))
    raise NotRegular("SUBSTR with computed positions")


def _place(expr: Expr, subject: Expr) -> tuple[str | Call | None, int]:
    """Read a position: a constant, or INSTR (by the text it looks for) or LENGTH of the subject, plus a constant."""
    match expr:
        case Arith(ArithOp.ADD | ArithOp.SUB, inner, Literal(int() as more)):
            base, offset = _place(inner, subject)
            return base, offset + more if expr.op is ArithOp.ADD else offset - more
        case Call("instr", (text, needle)) if text == subject:
            return text_constant(needle), 0
        case Call("length", (text,)) if text == subject:
            return expr, 0
    return None, _integer_constant(expr)


def _length(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[0], wanted.as_text(until_nul(measures.length(wanted.of_integers())))


def _octet_length(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[0], wanted.as_text(measures.octet_length(wanted.of_integers()))


def _instr(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[0], wanted.as_text(measures.position(text_constant(args[1]), wanted.of_integers()))


def _unicode(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[0], wanted.as_text(until_nul(measures.first_character(wanted.of_integers(), wanted.null)))


def _like(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    escape = text_constant(args[2]) if len(args) > 2 else None
    if escape is not None and len(escape) != 1:
        raise NotRegular("ESCAPE that is not one character")
    return args[1], wanted.as_text(until_nul(wanted.of_truth(like(text_constant(args[0]), escape))))


def _glob(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[1], wanted.as_text(until_nul(wanted.of_truth(glob(text_constant(args[0])))))


def _typeof(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    return args[0], Wanted(wanted.of("null"), same(wanted.of("integer")), constant(wanted.of("text")))


def _concat(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    """CONCAT reads NULL as an empty text."""
    constants = [isinstance(arg, Literal) for arg in args]
    if constants.count(False) != 1:
        raise NotRegular("CONCAT of several columns")
    place = constants.index(False)
    before, after = ("".join(map(_shown, part)) for part in (args[:place], args[place + 1 :]))
    return _with_null_empty(args[place], with_prefix(with_suffix(wanted.of_texts(), after), before))


def _shown(expr: Expr) -> str:
    return "" if expr == _NULL else text_constant(expr)


def _with_null_empty(arg: Expr, target: Classifier) -> Asked:
    return arg, Wanted(target.label(""), target, target)


def _printf(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    """PRINTF with one %s in its format, or of a number with one %d."""
    if len(args) != 2:
        raise NotRegular("format of several values")
    template = text_constant(args[0])
    if template.count("%") == 1 and "%s" in template:
        before, after = template.split("%s")
        return _with_null_empty(args[1], until_nul(with_prefix(with_suffix(wanted.of_texts(), after), before)))
    found = _NUMBER_FORMAT.search(template)
    if found is None or template.count("%") != 1:
        raise NotRegular("format")
    before, after = template[: found.start()], template[found.end() :]
    target = with_prefix(with_suffix(wanted.of_texts(), after), before)
    digits = padded(target, int(found[2] or 0), found[1] or " ")
    return args[1], Wanted(digits.label("0"), digits, None)


def _quote(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    """QUOTE of NULL is a text, and of an integer its numeral."""
    texts = wanted.of_texts()
    return args[0], Wanted(texts.label("NULL"), texts, until_nul(quoted(texts)))


def _abs(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    if not is_count(args[0]):
        raise NotRegular("ABS that may overflow")
    steps = wanted.of_integers()
    cuts = [cut for start in steps.starts for cut in (start, 1 - start)]
    return args[0], Wanted(wanted.null, Steps.by((0, 1, *cuts), lambda number: steps.of(abs(number))), None)


def _sign(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    """SIGN of a number that is known to be an integer."""
    if not is_count(args[0]) and not (isinstance(args[0], Cast) and args[0].affinity is Affinity.INTEGER):
        raise NotRegular("SIGN of what may be no integer")
    return args[0], Wanted(wanted.null, Steps.by((0, 1), lambda number: wanted.of((number > 0) - (number < 0))), None)


def _hex(args: tuple[Expr, ...], wanted: Wanted) -> Asked:
    """HEX reads NULL as an empty text."""
    return _with_null_empty(args[0], in_hexadecimal(wanted.of_texts()))


def is_count(expr: Expr) -> bool:
    """Tell whether an expression is a number of characters or the like, plus constants: such sums do not overflow."""
    match expr:
        case Call():
            return expr.function.result is Result.INTEGER
        case Arith(ArithOp.ADD | ArithOp.SUB, arg, Literal(int() as more)):
            return abs(more) < 2**32 and is_count(arg)
        case Negate(arg) | Cast(arg, Affinity.INTEGER):
            return is_count(arg)
    return False


def unchanged(call: Call) -> Classifier:
    """Return the classifier of texts that a function of the text alone returns as they are."""
    rule = _UNCHANGED.get(call.name)
    if rule is None:
        raise NotRegular("comparison of two columns")
    return rule(call.args)


def _untrimmed(*, start: bool, end: bool) -> Callable[[tuple[Expr, ...]], Classifier]:
    def rule(args: tuple[Expr, ...]) -> Classifier:
        return fixed.without_ends(text_constant(args[1]) if len(args) > 1 else " ", start=start, end=end)

    return rule


def _unreplaced(args: tuple[Expr, ...]) -> Classifier:
    old, new = text_constant(args[1]), text_constant(args[2])
    return fixed.without_part(old) if old and old != new else constant(1)


def _uncut(args: tuple[Expr, ...]) -> Classifier:
    match args[1:]:
        case (Literal(1), Literal(int() as size)) if size >= 0:
            return fixed.no_longer_than(size)
        case (Literal(0 | 1),):
            return fixed.without("\0", "\0")
        case (Arith(ArithOp.ADD, Call("instr", (text, needle)), Literal(1)),) if text == TEXT and text_constant(needle):
            clean = fixed.without("\0", "\0"), fixed.without_part(text_constant(needle))
            return combined(clean, lambda *labels: int(all(labels)))
    raise NotRegular("part of a text compared with all of it")


_UNCHANGED: dict[str, Callable[[tuple[Expr, ...]], Classifier]] = {
    "lower": lambda args: fixed.without("A", "Z"),
    "ltrim": _untrimmed(start=True, end=False),
    "replace": _unreplaced,
    "rtrim": _untrimmed(start=False, end=True),
    "substr": _uncut,
    "trim": _untrimmed(start=True, end=True),
    "upper": lambda args: fixed.without("a", "z"),
}
"""The texts that a function returns as they are, by the name of the function."""


RULES: dict[str, Callable[[tuple[Expr, ...], Wanted], Asked]] = {
    "abs": _abs,
    "concat": _concat,
    "glob": _glob,
    "hex": _hex,
    "instr": _instr,
    "length": _length,
    "like": _like,
    "lower": lambda args, wanted: _function(lowered, args[0], wanted),
    "ltrim": _trim(left_trimmed),
    "octet_length": _octet_length,
    "printf": _printf,
    "quote": _quote,
    "replace": _replace,
    "rtrim": _trim(right_trimmed),
    "sign": _sign,
    "substr": _substr,
    "trim": _trim(trimmed),
    "typeof": _typeof,
    "unicode": _unicode,
    "upper": lambda args, wanted: _function(uppered, args[0], wanted),
}
"""The functions of which conditions are regular, by the names of their records."""
