"""`@frozen`: what `@dataclass(frozen=True, slots=True)` is, made in a third of the time.

A dataclass compiles six methods of its own. For the many small classes of queries, plans and verdicts that was the
largest part of the start of a small check. Here a class compiles its `__init__` alone and shares the other methods;
`fields`, `replace` and `asdict` of `dataclasses` take it for what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
else:
    DataclassInstance = object

Class = TypeVar("Class", bound=type)


@overload
def frozen(cls: Class, /) -> Class: ...


@overload
def frozen(*, eq: bool = True, repr: bool = True, kw_only: bool = False) -> Callable[[Class], Class]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def frozen(
    cls: type | None = None, /, *, eq: bool = True, repr: bool = True, kw_only: bool = False
) -> type | Callable[[type], type]:
    """Return the class as a dataclass with slots whose instances never change; what it defines itself is kept.

    With `eq` instances are equal if their compared fields are, else if they are the same; with `repr` the fields are
    shown.
    """

    def made(cls: type) -> type:
        kept = {"__module__", "__qualname__", "__doc__", *vars(cls)}
        if not repr:
            kept.add("__repr__")
        if not eq or "__eq__" in kept:
            kept |= {"__eq__", "__hash__"}
        result: type[Any] = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
        for name, method in _SHARED.items():
            if name not in kept:
                setattr(result, name, method)
        known = fields(result)
        result.__init__ = _initialiser(result, known, hasattr(cls, "__post_init__"))
        result._compared = _getter([each.name for each in known if each.compare])
        return result

    return made if cls is None else made(cls)


def _initialiser(cls: type, known: tuple[Field[Any], ...], has_more: bool) -> Callable[..., None]:
    """Return an `__init__` that fills the slots, and calls `__post_init__` if there is one."""
    names: dict[str, Any] = {}
    plain: list[str] = ["self"]
    by_name: list[str] = ["*"]
    body = ["pass"]
    for each in known:
        if not each.init:
            continue
        name, given = each.name, each.name
        if each.default is not MISSING:
            given, names[f"_default_{name}"] = f"{name}=_default_{name}", each.default
        elif each.default_factory is not MISSING:
            given, names[f"_default_{name}"] = f"{name}=_default_{name}", each.default_factory
            body.append(f"if {name} is _default_{name}: {name} = _default_{name}()")
        names[f"_fill_{name}"] = getattr(cls, name).__set__
        body.append(f"_fill_{name}(self, {name})")
        (by_name if each.kw_only else plain).append(given)
    if has_more:
        body.append("self.__post_init__()")
    taken = ", ".join(plain + by_name if len(by_name) > 1 else plain)
    exec(f"def __init__({taken}):\n " + "\n ".join(body), names)
    made: Callable[..., None] = names["__init__"]
    return made


def _getter(names: list[str]) -> Callable[[object], object]:
    """Return a function from an instance to the tuple of these of its fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return staticmethod(lambda record: tuple(getattr(record, name) for name in names))


class _Shared(DataclassInstance):
    """The methods that all frozen classes have in common."""

    _compared: Callable[[object], object]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        inside = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{type(self).__qualname__}({inside})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__qualname__}.{name} never changes")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{type(self).__qualname__}.{name} never changes")

    def __getstate__(self) -> list[object]:
        return [getattr(self, each.name) for each in fields(self)]

    def __setstate__(self, state: list[object]) -> None:
        for each, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)


_SHARED = {name: method for name, method in vars(_Shared).items() if callable(method)}
