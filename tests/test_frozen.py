"""`@frozen` makes what `@dataclass(frozen=True, slots=True)` makes, and is the one way to make it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from pathlib import Path

import pytest

from spotit.frozen import frozen

SOURCES = sorted((Path(__file__).resolve().parents[1] / "src").rglob("*.py"))


class Base:
    """A base without fields."""

    __slots__ = ()


@frozen
class Point(Base):
    """Two numbers and where they stand."""

    x: int
    y: int = 0
    place: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlainPoint(Base):
    """The same as the standard library has it."""

    x: int
    y: int = 0
    place: str | None = field(default=None, compare=False)


@frozen
class Nothing:
    """No field at all."""


@frozen
class One:
    """One field, which may be unequal to itself."""

    value: object


@frozen
class Derived(Point):
    """More fields, a fresh list each, one made from the others, one by name alone."""

    seen: list[int] = field(default_factory=list)
    total: int = field(init=False, compare=False, repr=False)
    title: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.x + self.y)


@frozen(eq=False, repr=False)
class Same:
    """Equal to itself alone."""

    x: int


@frozen
class Own:
    """What a class defines itself is kept."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())

    def __repr__(self) -> str:
        return self.name


@frozen(kw_only=True)
class Named:
    """Fields that are given by name."""

    x: int
    y: int = 2


@pytest.mark.parametrize("make", [Point, PlainPoint])
def test_behaves_as_a_frozen_dataclass(make: Callable[..., Point]) -> None:
    one = make(1, place="here")
    assert one == make(1, 0, "there") != make(1, 1)
    assert hash(one) == hash((1, 0))
    assert repr(one) == f"{make.__qualname__}(x=1, y=0, place='here')"
    assert replace(one, y=5) == make(1, 5)
    assert asdict(one) == {"x": 1, "y": 0, "place": "here"}
    assert [each.name for each in fields(one)] == ["x", "y", "place"]
    assert pickle.loads(pickle.dumps(one)) == copy(one) == one
    assert one != (1, 0)
    match one:
        case make(x, y):  # type: ignore[misc]
            assert (x, y) == (1, 0)
    with pytest.raises(FrozenInstanceError):
        one.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del one.x
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        one.other = 2  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        make()
    assert not hasattr(one, "__dict__")


def test_classes_of_equal_fields_are_different() -> None:
    assert Point(1, 0) != PlainPoint(1, 0)
    assert Derived(1) != Point(1)
    assert Nothing() == Nothing() != One(None)


def test_a_value_that_is_unequal_to_itself_is_still_the_same() -> None:
    nan = float("nan")
    assert One(nan) == One(nan) != One(float("nan"))


def test_fields_of_every_sort() -> None:
    first, second = Derived(1, 2, title="a"), Derived(1, 2, title="a")
    assert first == second and first.total == 3 and first.seen is not second.seen
    assert repr(first) == "Derived(x=1, y=2, place=None, seen=[], title='a')"
    assert pickle.loads(pickle.dumps(first)).total == 3
    assert Named(x=1) == Named(x=1, y=2)
    with pytest.raises(TypeError):
        Named(1)  # type: ignore[misc]


def test_what_a_class_has_itself_is_kept() -> None:
    assert Own("A") == Own("a") and len({Own("A"), Own("a")}) == 1 and repr(Own("A")) == "A"
    assert Same(1) != Same(1) and "object at" in repr(Same(1))


def test_is_the_one_way() -> None:
    others = [
        path.name
        for path in SOURCES
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("@dataclass") and "frozen=True" in line and "slots=True" in line
    ]
    assert not others
