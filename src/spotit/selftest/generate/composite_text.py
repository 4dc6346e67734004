"""Random queries over text put together from pieces: what it is made of, and where it is used."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

_TEXTS = ("r.b", "s.b", "r.a", "s.a", "s.c")
_LITERALS = ("'-'", "'1'", "''", "', '", "' ('", "': '", "'x'", "'/'", "'%'")
_CONSTANTS = ("'a'", "'1-a'", "'a, b'", "'x1'", "'a/b'", "'1.5%'", "'b (1'", "''", "'a,b'", "'A: 2'")
_PATTERNS = ("'%a%'", "'a%'", "'%-1'", "'_, %'", "'%, a%'", "'%1_5%'", "'%x%b'", "''", "'A,%'")
_AGGREGATES = ("sum(s.c)", "sum(s.a)", "count(*)", "max(s.b)", "avg(s.a)", "count(DISTINCT s.b)", "min(s.c)")
_JOINED = (
    "group_concat(s.b ORDER BY s.b)",
    "group_concat(s.b, '; ' ORDER BY s.b, s.rowid)",
    "group_concat(DISTINCT s.a)",
    "group_concat(s.a, '|' ORDER BY s.a)",
    "group_concat(s.b, ', ' ORDER BY s.rowid DESC)",
    "replace(group_concat(s.b ORDER BY s.b), ',', ' / ')",
    "json_group_array(s.a ORDER BY s.rowid)",
    "json_group_array(s.b ORDER BY s.b)",
)


@dataclass(slots=True)
class Composites:
    """Writes queries over the schema `plain`."""

    random: Random

    def query(self) -> str:
        """Return a query."""
        writers = (self._rows, self._rows, self._groups, self._groups, self._nested, self._sets)
        return self.random.choice(writers)()

    def _one(self, *options: str) -> str:
        return self.random.choice(options)

    def _pieces(self, atoms: tuple[str, ...], most: int) -> str:
        pieces = [self._one(*atoms)]
        for _ in range(self.random.randint(1, most)):
            pieces += [self._one(*_LITERALS)] if self.random.random() < 0.85 else []
            pieces.append(self._one(*atoms))
        if self.random.random() < 0.3:
            pieces.insert(0, self._one(*_LITERALS))
        if self.random.random() < 0.3:
            pieces.append(self._one(*_LITERALS))
        return " || ".join(pieces)

    def _text(self, atoms: tuple[str, ...], most: int = 2) -> str:
        made = self._pieces(atoms, most)
        match self.random.randrange(8):
            case 0:
                return f"printf('%s~%s', {self._one(*atoms)}, {self._one(*atoms)})"
            case 1:
                return f"printf('%d: %.1f', {self._one(*atoms)}, {self._one(*atoms)})"
            case 2:
                return f"coalesce({made}, 'none')"
            case 3:
                return f"CASE WHEN {self._one(*atoms)} > 1 THEN {made} ELSE {self._one(*atoms)} END"
        return made

    def _test(self, text: str) -> str:
        match self.random.randrange(8):
            case 6:
                return f"CAST({self._one('1', '11', '1.5')} AS NUMERIC) {self._one('=', '<', '<>')} ({text})"
            case 0:
                return f"({text}) LIKE {self._one(*_PATTERNS)}"
            case 1:
                return f"({text}) {self._one('<', '>=')} {self._one(*_CONSTANTS)}"
            case 2:
                return f"length({text}) > {self.random.randint(0, 6)}"
            case 3:
                return f"({text}) IN ({self._one(*_CONSTANTS)}, {self._one(*_CONSTANTS)})"
            case 4:
                return f"({text}) COLLATE NOCASE = {self._one(*_CONSTANTS)}"
            case 5:
                return f"({text}) IS NOT NULL"
        return f"({text}) {self._one('=', '<>', 'IS NOT')} {self._one(*_CONSTANTS)}"

    def _used(self, text: str) -> str:
        return self._one(text, text, text, self._test(text), f"length({text})", f"upper({text})", f"typeof({text})")

    def _rows(self) -> str:
        text = self._text(_TEXTS)
        distinct = self._one("", "", "DISTINCT ")
        where = f" WHERE {self._test(text)}" if self.random.random() < 0.4 else ""
        return f"SELECT {distinct}{self._used(text)} FROM r, s{where}"

    def _groups(self) -> str:
        atoms = _AGGREGATES if self.random.random() < 0.4 else (*_JOINED, *_AGGREGATES[:3])
        text = self._text(atoms, 1) if self.random.random() < 0.6 else self._one(*_JOINED)
        group = self._one("", " GROUP BY s.a", " GROUP BY s.b")
        having = f" HAVING {self._test(text)}" if group and self.random.random() < 0.4 else ""
        order = ""
        if group and text in _JOINED and self.random.random() < 0.5:
            order = f" ORDER BY {text} {self._one('', 'DESC')}"
        return f"SELECT {self._used(text)} FROM s{group}{having}{order}"

    def _nested(self) -> str:
        inner = f"SELECT {self._text((*_JOINED, *_AGGREGATES), 1)} AS g, s.a AS k FROM s GROUP BY s.a"
        outer = self._one(
            "SELECT count(DISTINCT g) FROM ({})",
            "SELECT g, count(*) FROM ({}) GROUP BY g",
            "SELECT r.b FROM r JOIN ({}) ON r.b = g",
            "SELECT a FROM r WHERE b IN (SELECT g FROM ({}))",
            "SELECT '<' || g || '>' FROM ({})",
            "SELECT g IS (SELECT b FROM r ORDER BY b LIMIT 1) FROM ({})",
        )
        return outer.format(inner)

    def _sets(self) -> str:
        first = f"SELECT {self._text(_AGGREGATES, 1)} FROM s GROUP BY s.a"
        second = self._one(f"SELECT {self._text(_AGGREGATES, 1)} FROM s GROUP BY s.b", "SELECT b FROM r", first)
        return f"{first} {self._one('UNION', 'EXCEPT', 'INTERSECT')} {second}"
