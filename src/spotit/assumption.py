"""What a proof takes for granted: a closed list of kinds, each with its sentence and its standing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, StrEnum

from spotit.frozen import frozen
from spotit.schema import BaseColumn


class Standing(StrEnum):
    """How far an assumption can be relied on."""

    DOMAIN = "domain"
    """It says what the schema says: which values a column of that type holds."""
    OPEN = "open"
    """It says that results which SQL itself leaves open are so alike: each query permits what the other does."""
    COMPARED = "compared"
    """It says which differences of results do not count."""
    FALLIBLE = "fallible"
    """It may fail on a database that the schema permits."""


class AssumptionKind(Enum):
    """All that a proof may take for granted: the sentence, with places for a column and a number, and its standing.

    A fallible one also has the phrase that limits the headline: "No difference found among 24 sample texts of t.name".
    """

    INTEGERS = "integer columns hold integers", Standing.DOMAIN
    NUMBERS = "real and numeric columns hold numbers", Standing.DOMAIN
    TEXTS = "text columns hold text", Standing.DOMAIN
    BOOLEANS = "boolean columns hold 0 or 1", Standing.DOMAIN
    DATES = "date columns hold valid YYYY-MM-DD text", Standing.DOMAIN
    DATETIMES = "datetime columns hold valid YYYY-MM-DD HH:MM:SS text", Standing.DOMAIN
    TIMES = "time columns hold valid HH:MM:SS text", Standing.DOMAIN
    KEYS = "primary keys hold no NULL", Standing.DOMAIN
    FOREIGN_KEYS = "each foreign key finds its row", Standing.DOMAIN
    NULL_ROWS = "no row against a row of NULLs does not count as a difference", Standing.COMPARED
    OTHER_LAYOUTS = "{column} holds text of its type's layout or of a layout that the queries name", Standing.DOMAIN
    OTHER_TEXTS = "{column} holds values of its type or text, as the queries compare it with text", Standing.DOMAIN
    PARAMETERS = "a parameter is NULL or of the type of the column that it is compared with", Standing.DOMAIN
    TEXT_POOL = (
        "text of {column} from a pool of {number} values",
        Standing.FALLIBLE,
        "among {number} sample texts of {column}",
    )
    VALUE_POOL = (
        "values of {column} from a pool of {number} values",
        Standing.FALLIBLE,
        "among {number} sample values of {column}",
    )
    BLOBS = "blob columns hold a few one-byte values", Standing.FALLIBLE, "among a few one-byte blobs"
    REALS = (
        "real arithmetic is exact (no floating-point rounding)",
        Standing.FALLIBLE,
        "with exact real arithmetic",
    )
    NO_NUL = "text columns hold no NUL character", Standing.FALLIBLE, "among texts without NUL characters"
    OVERFLOW = (
        "integer arithmetic stays within 64 bits",
        Standing.FALLIBLE,
        "where integer arithmetic does not overflow",
    )
    CLOCK = "the clock shows an instant of the years 1970 to 9999", Standing.DOMAIN
    CLOCK_AT = "the clock stands at {instant}", Standing.DOMAIN
    REQUIRED = "the requirement `{fact}` holds", Standing.DOMAIN
    RULE = "the rule `{fact}` of the example data holds", Standing.DOMAIN
    INSTANTS = (
        "the clock stands at one of {number} sample instants",
        Standing.FALLIBLE,
        "at {number} sample instants",
    )
    WHOLE_SECONDS = "the clock shows a whole second", Standing.FALLIBLE, "with the clock at a whole second"
    UTC = "the local time zone is UTC", Standing.FALLIBLE, "with UTC as the local time zone"
    SUM_ORDER = "where a sum depends on the order of adding, both queries permit the same sums", Standing.OPEN
    PERMITTED = "where SQL leaves a choice among rows open, both queries permit the same results", Standing.OPEN
    TIES = (
        "where SQL leaves a choice among rows open, they are taken in the order in which they are stored",
        Standing.FALLIBLE,
        "where tied rows are taken in the order in which they are stored",
    )
    OPEN_RESULTS = (
        "results that SQL leaves open (ties, arbitrary rows) are not compared",
        Standing.FALLIBLE,
        "where SQL leaves no choice open",
    )
    JOINED = (
        "values joined by GROUP_CONCAT or concatenation contain no part of a separator",
        Standing.FALLIBLE,
        "where no joined value contains a separator",
    )
    JSON = "text that is read as JSON is well-formed", Standing.FALLIBLE, "among well-formed JSON texts"
    LIMITS = (
        "a LIMIT or OFFSET that is computed is a whole number",
        Standing.FALLIBLE,
        "where each computed LIMIT is a whole number",
    )
    FAILURES = (
        "no expression fails at run time",
        Standing.FALLIBLE,
        "where no expression fails at run time",
    )
    LAGS = "the offset of LAG is not negative", Standing.FALLIBLE, "where no offset of LAG is negative"
    RECURSION = "recursion stops within {number} steps", Standing.FALLIBLE, "within {number} steps of recursion"
    FEW_ROWS = (
        "no LIMIT, OFFSET, count or share is reached that needs more than {number} rows",
        Standing.FALLIBLE,
        "where no LIMIT, OFFSET, count or share needs more than {number} rows",
    )
    NO_ANSWER = (
        "both queries return no row, or nothing but NULL and 0, whatever the database",
        Standing.FALLIBLE,
        "where both queries return no row, or nothing but NULL and 0",
    )

    def __init__(self, sentence: str, standing: Standing, limit: str = "") -> None:
        self.sentence = sentence
        self.standing = standing
        self.limit = limit

    @property
    def general(self) -> str:
        """The sentence without the names and numbers of a query at hand."""
        return self.sentence.format(column="some columns", number="n", instant="an instant", fact="a condition")

    @staticmethod
    def of_sentence(text: str) -> AssumptionKind | None:
        """Return the kind whose sentence this is, as the JSON form of a verdict has it; None if there is none."""
        return next((kind for kind, pattern in _PATTERNS.items() if pattern.fullmatch(text)), None)


_PATTERNS = {
    kind: re.compile(
        re.escape(kind.sentence)
        .replace(r"\{column\}", r".*")
        .replace(r"\{number\}", r"\d+")
        .replace(r"\{instant\}", r"\d[-\d:.T+Z ]*")
        .replace(r"\{fact\}", r".*")
    )
    for kind in AssumptionKind
}
EXACT_NUMBERS = frozenset((AssumptionKind.REALS, AssumptionKind.OVERFLOW))
"""What arithmetic on exact numbers takes for granted."""
_ABOUT_VALUES = frozenset(
    (
        AssumptionKind.INTEGERS,
        AssumptionKind.NUMBERS,
        AssumptionKind.TEXTS,
        AssumptionKind.BOOLEANS,
        AssumptionKind.DATES,
        AssumptionKind.DATETIMES,
        AssumptionKind.TIMES,
        AssumptionKind.KEYS,
        AssumptionKind.FOREIGN_KEYS,
        AssumptionKind.NULL_ROWS,
        AssumptionKind.OTHER_LAYOUTS,
        AssumptionKind.OTHER_TEXTS,
        AssumptionKind.PARAMETERS,
        AssumptionKind.NO_NUL,
        AssumptionKind.CLOCK,
        AssumptionKind.CLOCK_AT,
        AssumptionKind.REQUIRED,
        AssumptionKind.RULE,
    )
)


@frozen
class Assumption:
    """One thing that a proof takes for granted."""

    kind: AssumptionKind
    column: BaseColumn | None = None
    number: int | None = None
    instant: str | None = None
    fact: str | None = None

    @property
    def standing(self) -> Standing:
        """How far it can be relied on."""
        return self.kind.standing

    @property
    def text(self) -> str:
        """The sentence for people."""
        return self._filled(self.kind.sentence)

    @property
    def limit(self) -> str:
        """The phrase that says how far "no difference found" reaches; empty for what is not fallible."""
        return self._filled(self.kind.limit)

    def _filled(self, template: str) -> str:
        return template.format(
            column=".".join(self.column or ()), number=self.number, instant=self.instant, fact=self.fact
        )

    def __str__(self) -> str:
        return self.text


def leaves_open(assumptions: Iterable[Assumption]) -> bool:
    """Tell whether a proof says of some results only that both queries permit the same ones."""
    return any(assumption.standing is Standing.OPEN for assumption in assumptions)


def is_fallible(assumptions: Iterable[Assumption]) -> bool:
    """Tell whether one of the assumptions may fail on a database that the schema permits."""
    return any(assumption.standing is Standing.FALLIBLE for assumption in assumptions)


def only_about_values(assumptions: Iterable[Assumption]) -> bool:
    """Tell whether the assumptions say no more than which single values columns hold, and what a difference is.

    Those stay true when rows are removed, whatever the number of rows, so a proof for enough rows extends to every
    database. Pools do not count here: they are as large as the bound asks for.
    """
    return all(assumption.kind in _ABOUT_VALUES for assumption in assumptions)
