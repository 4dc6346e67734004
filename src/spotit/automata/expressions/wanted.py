"""Labels for every value that an expression may have."""

from __future__ import annotations

from spotit.automata.classifier import Classifier, Label, constant, relabelled
from spotit.automata.languages.integers import Steps, same
from spotit.automata.not_decided import NotRegular
from spotit.database import Value
from spotit.frozen import frozen


@frozen
class Wanted:
    """What is to be told about a value: the label of NULL, of each integer, of each text."""

    null: Label
    integers: Steps | Classifier
    """The labels of integers; a classifier labels their numerals."""
    texts: Classifier | None
    """None where text would be read as a number, which is not understood."""

    def of(self, value: Value) -> Label:
        """Return the label of a constant."""
        match value:
            case None:
                return self.null
            case int():
                return self.integers.of(value) if isinstance(self.integers, Steps) else self.integers.label(str(value))
            case str():
                return self.of_texts().label(value)
        raise NotRegular("constant that is neither text nor an integer")

    def of_texts(self) -> Classifier:
        """Return the labels of texts."""
        if self.texts is None:
            raise NotRegular("text read as a number")
        return self.texts

    def of_integers(self) -> Steps:
        """Return the labels of integers that are not read as text."""
        if not isinstance(self.integers, Steps):
            raise NotRegular("computed number read as text")
        return self.integers

    def as_text(self, texts: Classifier) -> Wanted:
        """Return what is wanted of the argument of a function that reads it as text."""
        return Wanted(self.null, texts, texts)

    def of_truth(self, truth: Classifier) -> Classifier:
        """Return the classifier of a condition's value from that of its truth."""
        return relabelled(truth, lambda label: self.of(label))  # type: ignore[arg-type]


TRUTH = Wanted(None, Steps((0, 1), (1, 0, 1)), None)
"""Whether a value counts as true: 1, 0 or None."""
IS_NULL = Wanted(1, same(0), constant(0))
"""Whether a value is NULL."""
