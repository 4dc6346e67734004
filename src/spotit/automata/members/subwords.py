"""Sequences of labelled texts, of which only the order of the labels matters, and only up to some length.

A *subword* of a sequence is what is left when items are dropped. Of a long sequence few items are needed to keep all
subwords of at most n labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from spotit.automata.classifier import Label

Item = tuple[Label, str]


def reduced(items: Sequence[Item], most: int, may_go: Callable[[Item], bool] = lambda item: True) -> list[Item]:
    """Return some of the items with the same subwords of up to `most` labels; those that stay and may go are needed.

    Let `early` be the length of the shortest word whose leftmost occurrence ends at an item, and `late` that of the
    shortest whose rightmost occurrence begins there. A subword u a v that needs the item with label a has a leftmost
    occurrence of u a that ends there (else an earlier one does as well) and a rightmost one of a v that begins there.
    So early + late is at most its length + 1, and an item where the sum is greater than most + 1 can go. `late` does
    not change when earlier items go, so one pass forwards is enough.
    """
    labels = [label for label, _ in items]
    kept: list[Item] = []
    nearest: dict[Label, int] = {}
    for item, late in zip(items, reversed(_shortest(reversed(labels))), strict=True):
        early = nearest.get(item[0], 0) + 1
        if early + late <= most + 1 or not may_go(item):
            _pass(nearest, item[0], early)
            kept.append(item)
    return kept


def _shortest(labels: Iterable[Label]) -> list[int]:
    """Return for each place the length of the shortest word whose leftmost occurrence ends there."""
    nearest: dict[Label, int] = {}
    found: list[int] = []
    for label in labels:
        length = nearest.get(label, 0) + 1
        _pass(nearest, label, length)
        found.append(length)
    return found


def _pass(nearest: dict[Label, int], label: Label, length: int) -> None:
    """Note a place: `nearest` has for each label the least length since its last occurrence."""
    for other, known in nearest.items():
        if known > length:
            nearest[other] = length
    nearest[label] = length


def has_all(items: Iterable[Item], labels: int, most: int) -> bool:
    """Tell whether every word of up to `most` of this number of labels is a subword."""
    seen: set[Label] = set()
    rounds = 0
    for label, _ in items:
        seen.add(label)
        if len(seen) == labels:
            rounds += 1
            seen.clear()
    return rounds >= most
