"""Which words a column gets: read off its name, and off its table's where the column is just called `name`."""

from __future__ import annotations

import re
from functools import lru_cache

from spotit.frozen import frozen
from spotit.vocabulary import words

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PEOPLE = _words(
    "person people customer client user player driver patient member student employee author artist teacher actor"
    " singer owner visitor director manager buyer seller guest doctor nurse professor staff candidate judge coach"
    " contact rider passenger agent architect wrestler swimmer voter friend highschooler host individual participant"
    " worker adm emp cust instructor lecturer faculty sailor pupil salesperson borrower tenant trainer chef pilot child"
)
_TEXTS = _words("text body note notes comment comments about review message content flavor summary details remark")


@frozen
class Theme:
    """What a column's values are taken from."""

    values: tuple[str, ...] = ()
    """Texts, sorted."""
    is_identity: bool = False
    """Different rows have different values: names, titles, e-mail addresses, days."""
    numbers: tuple[int, ...] = ()
    """Numbers, ascending, for a column of numbers."""


def _full_names() -> tuple[str, ...]:
    return tuple(f"{first} {last}" for first, last in zip(words.FIRST_NAMES, words.SURNAMES[3:] * 2, strict=False))


_FULL_NAMES = _full_names()
_MAILS = tuple(f"{name.lower().replace(' ', '.')}@example.org" for name in _FULL_NAMES)
_SITES = tuple(f"www.{word.lower()}.example" for word in words.REGIONS if " " not in word)
_PHONES = tuple(f"(555) 01{number:02}-{1200 + 317 * number}" for number in range(10, 24))
_ZIPS = tuple(str(10407 + 3119 * number) for number in range(26))
_GRADES = ("1", "10", "11", "12", "2", "3", "4", "5", "6", "7", "8", "9")
_LAP_TIMES = ("1:21.452", "1:24.108", "1:26.733", "1:29.346", "1:31.207", "1:33.915", "1:36.520", "1:38.664")

_NUMBERS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("year season", (2008, 2009, 2011, 2012, 2014, 2015, 2016, 2018, 2019, 2021, 2022)),
    ("age", (19, 24, 28, 33, 37, 42, 48, 55, 61, 68)),
    ("height", (158, 164, 170, 175, 181, 186, 191, 197)),
    ("weight", (54, 61, 67, 72, 78, 85, 92, 103)),
    ("salary wage income", (24000, 31000, 38000, 45000, 52000, 64000, 78000, 95000)),
    ("population", (4200, 18500, 46000, 120000, 385000, 910000, 2400000)),
    (
        "price cost amount total balance spent payment payments budget fee remaining revenue consumption",
        (12, 20, 35, 48, 60, 84, 110, 150, 240, 320),
    ),
    ("score points rating rank_score", (42, 51, 58, 64, 71, 77, 83, 88, 94)),
    ("duration", (12, 24, 36, 48, 60)),
    ("milliseconds", (81452, 84108, 86733, 89346, 91207, 93915, 96520)),
    ("views reputation", (15, 40, 86, 130, 275, 410, 980)),
    ("zip", (10407, 16645, 22883, 29121, 35359, 41597)),
    ("enrollment enroll", (120, 185, 240, 310, 425, 560, 730)),
    ("capacity", (150, 400, 850, 1200, 2600)),
    ("percent percentage", (8, 15, 22, 34, 47, 58, 66, 73, 81, 92)),
)  # fmt: skip


def _theme(text: tuple[str, ...], *, identity: bool = False) -> Theme:
    return Theme(text, identity)


_RULES: tuple[tuple[str, Theme], ...] = (
    ("mail email", _theme(_MAILS, identity=True)),
    ("url website site homepage link", _theme(_SITES, identity=True)),
    ("phone telephone mobile fax", _theme(_PHONES, identity=True)),
    ("zip zipcode postcode postal", _theme(_ZIPS)),
    ("gender sex", _theme(words.GENDERS)),
    ("nationality citizenship", _theme(words.NATIONALITIES)),
    ("language lang", _theme(words.LANGUAGES)),
    ("country nation", _theme(words.COUNTRIES)),
    ("street address", _theme(words.STREETS, identity=True)),
    ("city town location hometown", _theme(words.CITIES)),
    ("county district region province area neighborhood", _theme(words.REGIONS)),
    ("state", _theme(words.STATES)),
    ("currency", _theme(words.CURRENCIES)),
    ("colour color colors", _theme(words.COLOURS)),
    ("season", _theme(words.SEASONS)),
    ("grade", _theme(_GRADES)),
    ("size", _theme(words.SIZES)),
    ("status", _theme(words.STATUSES)),
    ("element", _theme(words.ELEMENTS)),
    ("forename firstname fname first", _theme(words.FIRST_NAMES, identity=True)),
    ("surname lastname lname last", _theme(words.SURNAMES, identity=True)),
    ("lap qualifying q1 q2 q3 duration", _theme(_LAP_TIMES, identity=True)),
    ("diagnosis symptom symptoms disease illness", _theme(words.ILLNESSES)),
    ("department dept division", _theme(words.DEPARTMENTS)),
    ("major course subject college", _theme(words.COURSES)),
    ("rank place", _theme(words.RANKS)),
    ("job occupation profession role", _theme(words.JOBS)),
    ("time hour clock", _theme(words.TIMES, identity=True)),
    ("tag topic keyword", _theme(words.TOPICS)),
    ("category purpose", _theme(words.CATEGORIES)),
    ("approved active valid paid flag yes", _theme(words.ANSWERS)),
    ("type kind class segment group form format layout source mode option", _theme(words.TYPES)),
    ("level rate frequency quality", _theme(words.LEVELS)),
)
_NAMED: tuple[tuple[str, Theme], ...] = (
    (" ".join(_PEOPLE), _theme(_FULL_NAMES, identity=True)),
    ("hero superhero character", _theme(words.HEROES, identity=True)),
    ("power skill ability attribute", _theme(words.POWERS, identity=True)),
    ("team club constructor league", _theme(words.TEAMS, identity=True)),
    ("school university campus", _theme(words.SCHOOLS, identity=True)),
    (
        "company publisher bank shop store brand maker manufacturer supplier airline organization vendor label station"
        " firm",
        _theme(words.COMPANIES, identity=True),
    ),
    ("country nation", _theme(words.COUNTRIES, identity=True)),
    ("city town circuit airport stadium location", _theme(words.CITIES, identity=True)),
    ("county district region state", _theme(words.REGIONS, identity=True)),
    ("product item article part good", _theme(words.PRODUCTS, identity=True)),
    ("event meeting concert conference party", _theme(words.EVENTS, identity=True)),
    ("race grand prix", _theme(words.RACES, identity=True)),
    ("badge award medal prize", _theme(words.BADGES)),
    ("tag topic", _theme(words.TOPICS, identity=True)),
    ("course major subject class", _theme(words.COURSES, identity=True)),
    ("department dept division", _theme(words.DEPARTMENTS, identity=True)),
    ("food dish ingredient", _theme(words.FOODS, identity=True)),
    ("pet animal species breed dog cat", _theme(words.ANIMALS, identity=True)),
    ("language", _theme(words.LANGUAGES, identity=True)),
    ("colour color", _theme(words.COLOURS, identity=True)),
)  # fmt: skip
"""By what a name is the name of."""
_CODE_WORDS = _words("id code uuid guid to link number num no ref key cds")
_TITLED = _theme(words.TITLES, identity=True)
_SPOKEN = _theme(words.SENTENCES, identity=True)
_UNKNOWN = _theme(words.LABELS)
_BORN = frozenset(("birth", "born", "birthday", "birthdate", "dob"))
_LATER = _words("end ended closed close finish finished expiry expires until death died return returned update")


def parts(name: str) -> tuple[str, ...]:
    """Return the words of a name, in lower case.

    >>> parts("AdmFName1"), parts("County Name"), parts("link_to_member")
    (('adm', 'f', 'name'), ('county', 'name'), ('link', 'to', 'member'))
    """
    return tuple(part.lower() for part in _PART.findall(name))


@lru_cache(maxsize=4096)
def text_theme(table: str, column: str) -> Theme:
    """Return what a text column of this name holds."""
    own, around = _with_singulars(parts(column)), _with_singulars(parts(table))
    if own & (_CODE_WORDS - {"to", "link"}):
        return _codes(column, table)
    if "name" in own or "title" in own or own & _PEOPLE:
        return _name(own, around)
    if "position" in own:
        return _theme(words.JOBS if around & _PEOPLE else words.RANKS)
    if own & _TEXTS and not own & {"position", "rank"}:
        return _SPOKEN
    for known, theme in _RULES:
        if own & _words(known):
            return theme
    return _first_named(own) or (_first_named(around) if own <= around else None) or _UNKNOWN


@lru_cache(maxsize=4096)
def number_theme(column: str) -> Theme | None:
    """Return what a column of numbers of this name holds; None where small numbers are as good as others."""
    own = _with_singulars(parts(column))
    if own & {"id", "code", "number", "num", "no", "count"}:
        return None
    return next((Theme(numbers=numbers) for known, numbers in _NUMBERS if own & _words(known)), None)


@lru_cache(maxsize=4096)
def day_theme(column: str) -> Theme:
    """Return the days that a column of dates of this name holds."""
    own = set(parts(column))
    values = words.BIRTHDAYS if own & _BORN else words.LATER_DAYS if own & _LATER else words.DAYS
    return _theme(values, identity=True)


def time_theme() -> Theme:
    """Return the times of day that a column holds."""
    return _theme(words.TIMES, identity=True)


def _with_singulars(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset((*names, *(name[:-1] for name in names if name.endswith("s") and len(name) > 3)))


def _name(own: frozenset[str], around: frozenset[str]) -> Theme:
    """Return the theme of a name or title: of what, the column says, or else its table."""
    if own & {"first", "f", "fore", "forename"}:
        return _theme(words.FIRST_NAMES, identity=True)
    if own & {"last", "l", "sur", "surname", "family"}:
        return _theme(words.SURNAMES, identity=True)
    if own & {"full", "display"}:
        return _theme(_FULL_NAMES, identity=True)
    return _first_named(own) or ("title" not in own and _first_named(around)) or _TITLED


def _first_named(names: frozenset[str]) -> Theme | None:
    return next((theme for known, theme in _NAMED if names & _words(known)), None)


def _codes(column: str, table: str) -> Theme:
    """Return numbered codes that begin with the first letter of what the column is a code of."""
    own = [part for part in parts(column) if part not in _CODE_WORDS]
    letter = (own or list(parts(table)) or ["x"])[-1][0].upper()
    return _theme(tuple(f"{letter}{number:03}" for number in range(101, 141)), identity=True)
