"""The bundled vocabulary: sorted, distinct, and found by names."""

import pytest

from spotit.vocabulary import words
from spotit.vocabulary.lexicon import Lexicon, named_in
from spotit.vocabulary.themes import day_theme, number_theme, text_theme

LISTS = {name: value for name, value in vars(words).items() if name.isupper()}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_sorted_and_holds_nothing_twice(name):
    values = LISTS[name]
    assert list(values) == sorted(set(values), key=str.encode)


@pytest.mark.parametrize(
    ("table", "column", "words_of"),
    [
        ("customer", "city", words.CITIES),
        ("schools", "AdmFName1", words.FIRST_NAMES),
        ("member", "last_name", words.SURNAMES),
        ("frpm", "County Name", words.REGIONS),
        ("Team", "team_long_name", words.TEAMS),
        ("comments", "Text", words.SENTENCES),
        ("results", "positionText", words.RANKS),
        ("member", "position", words.JOBS),
        ("t", "x", words.LABELS),
    ],
)
def test_the_name_of_a_column_says_what_it_holds(table, column, words_of):
    assert text_theme(table, column).values == words_of


def test_codes_begin_with_the_letter_of_what_they_number():
    assert text_theme("atom", "molecule_id").values[0] == "M101"
    assert text_theme("atom", "id").values[0] == "A101"


def test_numbers_and_days_by_name():
    assert min(number_theme("birth_year").numbers) > 1900
    assert number_theme("order_id") is None and number_theme("total_count") is None
    assert max(day_theme("dob").values) < min(day_theme("end_date").values)


def test_texts_name_values_of_columns():
    found = named_in(["the county refers to `County Name` = 'Alameda'", "WHERE T1.city IN ('Fresno', 'Lodi')"])
    assert found == {"county name": ("Alameda",), "city": ("Fresno",)}
    assert Lexicon({("s", "city"): ("Lodi",)}, found).of("s", "city") == ("Fresno", "Lodi")
