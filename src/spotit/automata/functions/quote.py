"""QUOTE: the text between quotation marks, those in it doubled."""

from __future__ import annotations

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, build


def quoted(target: Classifier) -> Classifier:
    """Return the classifier of QUOTE(x)."""
    alphabet = common([target.alphabet, singled_out("'")])
    columns = target.columns(alphabet)
    mark, plain = alphabet.of(ord("'")), target.alphabet.of(ord("'"))

    def step(state: int, number: int) -> int:
        after = target.moves[state][columns[number]]
        return target.moves[after][plain] if number == mark else after

    return build(alphabet, target.run(0, "'"), step, lambda state: target.labels[target.moves[state][plain]])
