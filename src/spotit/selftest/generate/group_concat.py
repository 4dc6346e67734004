"""Random queries with GROUP_CONCAT: what is joined, in which order, over groups and windows, and compared how."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from spotit.frozen import frozen


@frozen
class ConcatGround:
    """A table with the columns that are joined, those to group by, and those to order by."""

    schema: str
    source: str
    values: tuple[str, ...]
    keys: tuple[str, ...]
    unique: str
    """With it in ORDER BY no order is left open."""


_GROUNDS = (
    ConcatGround("plain", "r", ("b", "b", "a"), ("a", "b"), "rowid"),
    ConcatGround("plain", "s", ("b", "b", "a", "c"), ("a", "b", "c"), "rowid"),
    ConcatGround("plain", "t", ("d", "d"), ("a", "d"), "rowid"),
    ConcatGround("cycle", "emp", ("nick", "nick", "hired", "boss"), ("dept_id", "boss", "hired"), "id"),
    ConcatGround("shop", "purchase", ("note", "note", "day", "amount"), ("customer_id", "amount", "day"), "id"),
    ConcatGround("odd", '"order"', ('"group by"', "tag", "kin", "flag"), ("flag", '"group by"', "kin"), "rowid"),
    ConcatGround("composite", "grid", ("y", "y", "v"), ("x", "v"), "x, y"),
)
_SEPARATORS = ("", "", ", '|'", ", '; '", ", '#'", ", 'b'")
"""A comma when none is given; values have none of them in it, but for the last."""


@dataclass(slots=True)
class Concatenations:
    """Writes queries that join values."""

    random: Random

    def query(self) -> tuple[str, str]:
        """Return the name of a schema and a query over it."""
        ground = self.random.choice(_GROUNDS)
        make = self.random.choice(
            (self._whole, self._grouped, self._grouped, self._compared, self._united, self._over, self._read)
        )
        return ground.schema, make(ground)

    def _one(self, *options: str) -> str:
        return self.random.choice(options)

    def _call(self, ground: ConcatGround) -> str:
        value = self.random.choice(ground.values)
        word = "group_concat"
        if self.random.random() < 0.25:
            return f"{word}(DISTINCT {value}{self._order(ground, (value, value, ground.unique))}){self._filter(ground)}"
        separator = self.random.choice(_SEPARATORS)
        if separator and self.random.random() < 0.2:
            word = "string_agg"
        return f"{word}({value}{separator}{self._order(ground, (*ground.keys, value))}){self._filter(ground)}"

    def _order(self, ground: ConcatGround, columns: tuple[str, ...]) -> str:
        if self.random.random() < 0.3:
            return ""
        terms = [f"{self.random.choice(columns)}{self._direction()}" for _ in range(self.random.choice((1, 1, 2)))]
        if self.random.random() < 0.6:
            terms.append(ground.unique)
        return f" ORDER BY {', '.join(terms)}"

    def _direction(self) -> str:
        return self._one("", "", " DESC", " NULLS LAST", " DESC NULLS FIRST")

    def _filter(self, ground: ConcatGround) -> str:
        if self.random.random() < 0.8:
            return ""
        return f" FILTER (WHERE {self.random.choice(ground.keys)} {self._one('IS NOT NULL', '> 0', 'IS NULL')})"

    def _where(self, ground: ConcatGround) -> str:
        return f" WHERE {self.random.choice(ground.keys)} IS NOT NULL" if self.random.random() < 0.3 else ""

    def _whole(self, ground: ConcatGround) -> str:
        return f"SELECT {self._call(ground)} FROM {ground.source}{self._where(ground)}"

    def _grouped(self, ground: ConcatGround) -> str:
        key = self.random.choice(ground.keys)
        having = self._one("", "", " HAVING count(*) > 1", f" HAVING max({key}) IS NOT NULL")
        shown = self._one(f"{key}, ", f"{key}, count(*), ", "")
        return f"SELECT {shown}{self._call(ground)} FROM {ground.source}{self._where(ground)} GROUP BY {key}{having}"

    def _compared(self, ground: ConcatGround) -> str:
        """Joined text that meets other text: in HAVING, CASE, coalesce() and DISTINCT."""
        key, call = self.random.choice(ground.keys), self._call(ground)
        test = f"{call} {self._one('=', '<>', 'IS', 'IS NOT')} {self._one(repr('a'), repr('a,b'), repr('b|a'), 'NULL')}"
        grouped = f"FROM {ground.source} GROUP BY {key}"
        return self._one(
            f"SELECT {key}, {test} {grouped}",
            f"SELECT {key} {grouped} HAVING {test}",
            f"SELECT CASE WHEN count(*) > 1 THEN {call} ELSE 'none' END {grouped}",
            f"SELECT coalesce({call}, 'nothing'), typeof({call}) {grouped}",
            f"SELECT DISTINCT g FROM (SELECT {key}, {call} AS g {grouped})",
        )

    def _united(self, ground: ConcatGround) -> str:
        """Joined text in a set operation with text of a column, or with other joined text."""
        word = self._one("UNION", "UNION ALL", "INTERSECT", "EXCEPT")
        one = f"SELECT {self._call(ground)} FROM {ground.source} GROUP BY {self.random.choice(ground.keys)}"
        column = next((v for v in ground.values if v in ("b", "nick", "note", "y", "tag")), None)
        if column is None or self.random.random() < 0.5:
            return f"{one} {word} SELECT {self._call(ground)} FROM {ground.source}"
        arms = [one, f"SELECT {column} FROM {ground.source}"]
        self.random.shuffle(arms)
        return f" {word} ".join(arms)

    def _read(self, ground: ConcatGround) -> str:
        """Joined text that functions read, and that rows are ordered by."""
        key, call = self.random.choice(ground.keys), self._call(ground)
        inner = f"(SELECT {key} AS k, {call} AS g FROM {ground.source} GROUP BY {key})"
        return self._one(
            f"SELECT k, length(g), g LIKE '%a%', g LIKE 'a_b%' FROM {inner}",
            f"SELECT k, upper(g), g || '!' FROM {inner}",
            f"SELECT k, replace(g, ',', '/') FROM {inner}",
            f"SELECT k, g FROM {inner} ORDER BY g, k LIMIT 2",
            f"SELECT min(g), max(g) FROM {inner}",
            f"SELECT k, g < 'ab', g >= 'b' FROM {inner}",
        )

    def _over(self, ground: ConcatGround) -> str:
        value, key = self.random.choice(ground.values), self.random.choice(ground.keys)
        frame = self._one("", "", " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", " ROWS UNBOUNDED PRECEDING EXCLUDE TIES")
        partition = f"PARTITION BY {self.random.choice(ground.keys)} " if self.random.random() < 0.5 else ""
        order = f"ORDER BY {key}{self._direction()}{self._one('', f', {ground.unique}')}"
        call = f"group_concat({value}{self.random.choice(_SEPARATORS)}){self._filter(ground)}"
        return f"SELECT {key}, {call} OVER ({partition}{order}{frame}) FROM {ground.source}"
