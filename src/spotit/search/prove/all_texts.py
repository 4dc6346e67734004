"""What holds of every text, or of every integer read as one, decided by automata."""

from __future__ import annotations

from spotit.automata.classifier import Classifier, Label, combined
from spotit.automata.expressions.calls import unchanged
from spotit.automata.expressions.truth import classified, truth
from spotit.automata.expressions.wanted import Wanted
from spotit.automata.languages.numerals import numeral
from spotit.automata.not_decided import NotDecided
from spotit.engine.failures import QueryError
from spotit.engine.protocol import Tabulator
from spotit.plan.expr import Call, Expr, Literal
from spotit.plan.one_column import INTEGER, TEXT
from spotit.plan.sql_form import NoSqlForm, sql_form
from spotit.plan.walk import outer_columns, rewrite, substitute

_NO_INTEGER: Label = "no integer"


def is_unchanged(expr: Expr) -> bool:
    """Tell whether a call returns its first argument as it is, whatever the column holds; false if not decided."""
    if not isinstance(expr, Call) or not expr.function.strict:
        return False
    first, *others = expr.args
    try:
        places = (rewrite(other, lambda part: TEXT if part == first else None) for other in others)
        kept = unchanged(Call(expr.name, (TEXT, *places)))
        return _labels(classified(first, Wanted(1, kept, kept)), first) == {1}
    except NotDecided:
        return False


def is_never(condition: Expr, tabulator: Tabulator) -> bool:
    """Tell whether a condition is true of no value, NULL included; false if that is not decided."""
    try:
        if 1 in _labels(truth(condition), condition):
            return False
        at_null = substitute(condition, {column.id: Literal(None) for column in outer_columns(condition)})
        return not tabulator.tabulate(f"({sql_form(at_null, 'x')}) IS TRUE", [()])[0]
    except (NotDecided, NoSqlForm, QueryError):
        return False


def truths(condition: Expr) -> frozenset[int | None]:
    """Return the truth values that a condition has for the values of its column but NULL; none if not decided."""
    try:
        return frozenset(
            int(label) if isinstance(label, int) else None for label in _labels(truth(condition), condition)
        )
    except NotDecided:
        return frozenset()


def _labels(classifier: Classifier, expr: Expr) -> set[Label]:
    """Return the labels of the values that the column of an expression may hold."""
    if INTEGER in outer_columns(expr):
        classifier = combined([numeral(), classifier], lambda is_numeral, label: label if is_numeral else _NO_INTEGER)
    return set(classifier.labels) - {_NO_INTEGER}
