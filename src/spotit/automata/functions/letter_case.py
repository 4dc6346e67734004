"""UPPER and LOWER, which change ASCII letters only."""

from __future__ import annotations

from collections.abc import Callable

from spotit.automata.alphabet import Alphabet
from spotit.automata.classifier import Classifier, build

_UPPER, _LOWER = range(ord("A"), ord("Z") + 1), range(ord("a"), ord("z") + 1)
_SHIFT = _LOWER.start - _UPPER.start


def uppered(target: Classifier) -> Classifier:
    """Return the classifier of UPPER(x)."""
    return _mapped(target, lambda code: code - _SHIFT if code in _LOWER else code)


def lowered(target: Classifier) -> Classifier:
    """Return the classifier of LOWER(x)."""
    return _mapped(target, lambda code: code + _SHIFT if code in _UPPER else code)


def _mapped(target: Classifier, image: Callable[[int], int]) -> Classifier:
    bounds = (_UPPER.start, _UPPER.stop, _LOWER.start, _LOWER.stop)
    cuts = (cut for start in (*target.alphabet.starts, *bounds) for cut in (start, start + _SHIFT, start - _SHIFT))
    alphabet = Alphabet.by(cuts, lambda code: target.alphabet.of(image(code)))
    columns = target.columns(alphabet, image)
    return build(alphabet, 0, lambda state, number: target.moves[state][columns[number]], target.labels.__getitem__)
