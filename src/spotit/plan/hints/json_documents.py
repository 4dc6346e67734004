"""JSON documents for text columns that the queries read as JSON: pools without them would hold no JSON at all."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from spotit.database import Value
from spotit.dialect.functions import JsonUse
from spotit.plan import rel as r
from spotit.plan.expr import Call, Cast, Compare
from spotit.plan.hints.pools import pattern_texts
from spotit.plan.hints.preimage import constant
from spotit.plan.lineage import ColumnPath, Lineage
from spotit.plan.walk import walk
from spotit.schema import BaseColumn

Path = tuple[str | int, ...]
"""Members and positions, from the root of a document."""
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_STEP = re.compile(r"""\.("(?P<quoted>[^"]*)"|(?P<label>[^.\["]+))|\[(?P<index>\d+|#(-\d+)?)\]""")
_MOST = 30
_WORDS = ("a", "b", "c", "d", "e", "f")
_LEAVES: tuple[Json, ...] = (None, True, [1], {"b": 1}, 1.5)
"""What else may stand at a place."""
_LISTS_OF_ALL: tuple[Json, ...] = ([], ["a", [1]], [{"b": None}, True], {"a": [1]})
_SPELLED = ('{"a": 1}', "{b:1}")
"""JSON with blanks, and JSON of the extended kind."""
_ODD = ("{a:1}", "a")
"""JSON of the extended kind, and no JSON."""
_PLAIN: tuple[Json, ...] = ({}, [], {"a": 1, "b": "x"}, {"a": [1], "b": {"c": None}}, [1, "a", [2], {"b": True}])


def path_of(value: Value) -> Path | None:
    """Return the steps of a JSON path, or of the right side of `->`; None when it is not understood.

    >>> path_of("$.a[0]"), path_of("b"), path_of(2)
    (('a', 0), ('b',), (2,))
    """
    if isinstance(value, int):
        return (max(value, 0),)
    if not isinstance(value, str):
        return None
    if not value.startswith("$"):
        return (value,)
    steps: list[str | int] = []
    at = 1
    while at < len(value):
        found = _STEP.match(value, at)
        if found is None:
            return None
        name = found["quoted"] if found["quoted"] is not None else found["label"]
        index = found["index"]
        steps.append(name if name is not None else min(int(index[:4]), _MOST) if index.isdigit() else 0)
        at = found.end()
    return tuple(steps)


class _Uses:
    """Where in the documents of each column the queries look, and what they compare that with."""

    def __init__(self) -> None:
        self.paths: defaultdict[BaseColumn, dict[Path, dict[Value, None]]] = defaultdict(dict)
        self.lists: set[tuple[BaseColumn, Path]] = set()
        self.tested: set[BaseColumn] = set()
        """Columns of which it is asked whether they hold JSON."""

    def visit(self, plan: r.Rel) -> None:
        """Note what one plan does."""
        lineage = Lineage(plan)
        for node in walk(plan):
            match node:
                case Call() if JsonUse.READS in node.function.json:
                    self._note(lineage.sources(node), ())
                case Call(args=args) if JsonUse.TESTS in node.function.json:
                    found = [base for base, _ in lineage.sources(args[0])]
                    self.tested.update(found)
                    self.paths.update({base: self.paths.get(base, {}) for base in found})
                case Compare():
                    for side, other in ((node.left, node.right), (node.right, node.left)):
                        value = constant(other)
                        self._note(lineage.sources(side), () if value is None else (value,))
                case r.Unnest():
                    self._note(lineage.sources(Call(node.function, node.args)), ())
                case Call(args=args) if node.function.pattern and isinstance(pattern := constant(args[0]), str):
                    self._note(lineage.sources(args[1]), pattern_texts(pattern, glob=node.name == "glob")[0])

    def _note(self, sources: Iterable[ColumnPath], values: Iterable[Value]) -> None:
        for base, steps in sources:
            calls = [step for step, index in steps if isinstance(step, Call) and index == 0 and _reads(step)]
            if not calls or len(calls) + sum(isinstance(step, Cast) for step, _ in steps) != len(steps):
                continue
            places = self.paths[base]
            # Only a plain look at one place says what stands there.
            direct = all(JsonUse.LOOKS_UP in call.function.json for call in calls)
            for path in _places(calls):
                found = places.setdefault(path, {})
                if direct:
                    found.update(dict.fromkeys(values))
                if any(JsonUse.LISTS in call.function.json for call in calls):
                    self.lists.add((base, path))


def _reads(call: Call) -> bool:
    return JsonUse.READS in call.function.json


def _looks(call: Call) -> bool:
    return bool(call.function.json & (JsonUse.READS | JsonUse.TESTS))


def _places(calls: list[Call]) -> Iterator[Path]:
    """Yield the places in the document that nested calls, outermost first, look at."""
    paths: list[Path] = [()]
    for call in reversed(calls):
        steps = [path_of(constant(arg)) for arg in call.args[1:]] or [()]
        if JsonUse.PAIRS in call.function.json:
            steps = steps[::2]
        paths = [(*path, *step) for path in paths for step in steps if step is not None]
    yield from paths


def documents_of(plans: Iterable[r.Rel]) -> dict[BaseColumn, tuple[str, ...]]:
    """Return JSON texts for the columns that are read as JSON."""
    uses = _Uses()
    for plan in plans:
        if any(isinstance(node, r.Unnest) or (isinstance(node, Call) and _looks(node)) for node in walk(plan)):
            uses.visit(plan)
    return {base: tuple(_written(base, paths, uses)) for base, paths in uses.paths.items()}


def _written(base: BaseColumn, paths: dict[Path, dict[Value, None]], uses: _Uses) -> Iterator[str]:
    lists = {path for owner, path in uses.lists if owner == base}
    made = (json.dumps(document, separators=(",", ":"), ensure_ascii=False) for document in _made(paths, lists))
    if base in uses.tested:
        yield from _ODD
    yield from list(dict.fromkeys(made))[:_MOST]
    yield from _SPELLED


def _made(paths: dict[Path, dict[Value, None]], lists: set[Path]) -> Iterator[Json]:
    """Yield documents: all places filled, then with each wanted value and another place empty, with null, left out."""
    places = sorted(paths, key=len)
    numbers: dict[Path, Json] = {path: [n, n + 1] if path in lists else n for n, path in enumerate(places, 1)}
    words: dict[Path, Json] = {
        path: [word] if path in lists else word for path, word in zip(places, _WORDS * len(places), strict=False)
    }
    yield _filled(numbers)
    yield _filled(words)
    for path in places:
        for value in paths[path]:
            if not isinstance(value, bytes):
                wanted: Json = [value] if path in lists else value
                yield _filled({**numbers, path: wanted})
                yield _filled({**words, path: wanted})
                if path in lists:
                    yield _filled({**numbers, path: ["a", value]})
                others = [other for other in places if other != path]
                yield from (_filled({p: v for p, v in {**numbers, path: wanted}.items() if p != o}) for o in others)
    for path in places:
        yield _filled({p: v for p, v in numbers.items() if p != path})
        for leaf in _LISTS_OF_ALL if path in lists else _LEAVES:
            yield _filled({**numbers, path: leaf})
    yield from _PLAIN


def _filled(leaves: dict[Path, Json]) -> Json:
    document: Json = None
    for path, leaf in leaves.items():
        document = _with(document, path, leaf)
    return {} if document is None and () not in leaves else document


def _with(document: Json, path: Path, leaf: Json) -> Json:
    if not path:
        return leaf
    step, *rest = path
    if isinstance(step, int):
        items = list(document) if isinstance(document, list) else []
        items += [None] * (min(step, 9) + 1 - len(items))
        items[min(step, 9)] = _with(items[min(step, 9)], tuple(rest), leaf)
        return items
    members = dict(document) if isinstance(document, dict) else {}
    members[step] = _with(members.get(step), tuple(rest), leaf)
    return members
