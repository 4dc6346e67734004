"""SQLite's built-in functions: how many arguments they take and which values they return."""

from __future__ import annotations

from dataclasses import dataclass

MANY = 1000


@dataclass(frozen=True, slots=True)
class Signature:
    """Least and greatest number of arguments, and whether a result can be a number or a text."""

    least: int
    most: int
    number: bool = True
    text: bool = True

    def accepts(self, count: int) -> bool:
        """Tell whether the function can be called with that many arguments."""
        return self.least <= count <= self.most


def _numbers(least: int, most: int, names: str) -> dict[str, Signature]:
    return dict.fromkeys(names.split(), Signature(least, most, text=False))


def _texts(least: int, most: int, names: str) -> dict[str, Signature]:
    return dict.fromkeys(names.split(), Signature(least, most, number=False))


def _values(least: int, most: int, names: str) -> dict[str, Signature]:
    return dict.fromkeys(names.split(), Signature(least, most))


SCALARS: dict[str, Signature] = {
    **_numbers(0, 0, "pi"),
    **_numbers(
        1,
        1,
        """abs acos acosh asin asinh atan atanh ceil ceiling cos cosh degrees exp floor json_error_position
        length ln log10 log2 octet_length radians sign sin sinh sqrt tan tanh trunc unicode""",
    ),
    **_numbers(2, 2, "atan2 glob instr mod pow power"),
    **_numbers(1, 2, "json_array_length json_valid log round"),
    **_numbers(2, 3, "like"),
    **_numbers(0, MANY, "julianday unixepoch"),
    **_texts(0, 0, "sqlite_source_id sqlite_version"),
    **_texts(1, 1, "hex json json_quote jsonb lower quote typeof unistr unistr_quote upper zeroblob"),
    **_texts(1, 2, "json_pretty json_type ltrim rtrim trim unhex"),
    **_texts(2, 2, "json_patch jsonb_patch timediff"),
    **_texts(2, 3, "substr substring"),
    **_texts(3, 3, "replace"),
    **_texts(
        0,
        MANY,
        "char date datetime format json_array json_object jsonb_array jsonb_object printf strftime time",
    ),
    **_texts(1, MANY, "concat"),
    **_texts(2, MANY, "concat_ws"),
    **_values(
        0,
        MANY,
        """json_extract json_insert json_array_insert json_remove json_replace json_set jsonb_extract
        jsonb_insert jsonb_array_insert jsonb_remove jsonb_replace jsonb_set""",
    ),
    **_values(1, 1, "likely unlikely"),
    **_values(2, 2, "ifnull likelihood nullif"),
    **_values(2, MANY, "coalesce if iif"),
    **_values(1, MANY, "max min"),
}

AGGREGATES: dict[str, Signature] = {
    **_numbers(0, 1, "count"),
    **_numbers(1, 1, "avg median sum total"),
    **_numbers(2, 2, "percentile percentile_cont percentile_disc"),
    **_texts(1, 2, "group_concat"),
    **_texts(2, 2, "string_agg"),
    **_texts(1, 1, "json_group_array jsonb_group_array"),
    **_texts(2, 2, "json_group_object jsonb_group_object"),
    **_values(1, 1, "max min"),
}

WINDOW_ONLY: dict[str, Signature] = {
    **_numbers(0, 0, "cume_dist dense_rank percent_rank rank row_number"),
    **_numbers(1, 1, "ntile"),
    **_values(1, 1, "first_value last_value"),
    **_values(2, 2, "nth_value"),
    **_values(1, 3, "lag lead"),
}

# What these return depends on more than the database and the stated instant.
NOT_DETERMINISTIC = {
    "changes": Signature(0, 0),
    "last_insert_rowid": Signature(0, 0),
    "load_extension": Signature(1, 2),
    "random": Signature(0, 0),
    "randomblob": Signature(1, 1),
    "sqlite_compileoption_get": Signature(1, 1),
    "sqlite_compileoption_used": Signature(1, 1),
    "sqlite_log": Signature(2, 2),
    "subtype": Signature(1, 1),
    "total_changes": Signature(0, 0),
}

DATE_FUNCTIONS = frozenset({"date", "time", "datetime", "julianday", "unixepoch", "strftime"})


def is_aggregate(name: str, count: int) -> bool:
    """Tell whether a call by that name with that many arguments is an aggregate: max(a), not max(a, b)."""
    return name in AGGREGATES and (name not in ("min", "max") or count == 1)
