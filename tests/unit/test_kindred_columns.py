"""What columns of one row say of each other, and witnesses that keep it."""

import pytest

from spotit import check
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts
from spotit.mine.kindred_columns import CodeColumn, common_beginnings, rivals
from spotit.mine.profile_joins import joined_facts
from spotit.mine.relating_tables import yearly_names
from spotit.mine.statistics import DataProfile, ProfileColumn, ProfileTable
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.search.realism.example import Example
from spotit.verdict import Grade

MOLECULES = ("TR000", "TR001", "TR007", "TR300", "TR501")
ATOMS = tuple(f"{molecule}_{number}" for molecule in MOLECULES for number in (1, 12))


def codes(name, texts, target=""):
    return CodeColumn(name, min(texts), max(texts), texts, target)


def test_codes_of_one_row_begin_alike():
    columns = (codes("id", ATOMS), codes("molecule", MOLECULES, "molecule"))
    (fact,) = common_beginnings("atom", columns, 9000)
    assert fact.condition == 'substr("id", 1, 5) = substr("molecule", 1, 5)' and fact.is_rule and fact.beginning == 5


@pytest.mark.parametrize(
    "columns",
    [
        (codes("a", ATOMS, "atom"), codes("b", ATOMS, "atom")),
        (codes("a", ATOMS), codes("b", (*MOLECULES[1:], "TR002"))),
        (codes("a", ATOMS), codes("b", tuple(text.replace("TR", "MX") for text in MOLECULES))),
        (codes("a", ("E1", "E22", "E3", "E45", "E5")), codes("b", ("E1", "E22", "E3", "E45", "E5"))),
    ],
)
def test_two_rows_of_one_table_other_ends_other_letters_and_plain_numbers_say_nothing(columns):
    assert list(common_beginnings("t", columns, 9000)) == []


def test_opposites_and_numbered_columns_name_different_rows():
    found = rivals("match", ("home_team", "away_team", "referee"), 500)
    assert [fact.columns for fact in found] == [("home_team", "away_team")]
    found = rivals("match", ("player_1", "player_2", "winner_player"), 500)
    assert [fact.columns for fact in found] == [("player_1", "player_2")]


@pytest.mark.parametrize(("rows", "found"), [(950, True), (2000, False), (10, False)])
def test_what_has_a_name_and_a_year_is_there_once_a_year(rows, found):
    columns = [ProfileColumn("name", unique_count=40, min_value="a", max_value="z", sample_values=("a", "z"))]
    columns += [ProfileColumn("year", unique_count=60, min_value=1950, max_value=2017)]
    assert bool(list(yearly_names(ProfileTable("race", rows, tuple(columns))))) is found


def test_nobody_is_his_own_parent_where_those_without_have_null():
    schema = schema_from_ddl("CREATE TABLE post (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES post (id))")
    for nulls in (0.5, 0.0):
        columns = (
            ProfileColumn("id", unique_count=100, min_value=1, max_value=100),
            ProfileColumn("parent", nulls, unique_count=20, min_value=1, max_value=90),
        )
        profile = DataProfile(tables=(ProfileTable("post", 100, columns, ("id",)),))
        (fact,) = (fact for fact in joined_facts(profile, schema) if fact.is_apart)
        assert fact.is_rule is bool(nulls)


BANK = schema_from_ddl(
    """CREATE TABLE district (id INTEGER PRIMARY KEY, region TEXT NOT NULL);
    CREATE TABLE account (id INTEGER PRIMARY KEY, district INTEGER NOT NULL REFERENCES district (id));
    CREATE TABLE client (id INTEGER PRIMARY KEY, district INTEGER NOT NULL REFERENCES district (id));
    CREATE TABLE owner (id INTEGER PRIMARY KEY, client INTEGER NOT NULL UNIQUE REFERENCES client (id),
                        account INTEGER NOT NULL REFERENCES account (id), type TEXT NOT NULL);"""
)


def referred(table, target, column):
    return LearnedFact(FactKind.PARTICIPATION, table, ("id",), 99, 99, target=target, target_columns=(column,))


TYPES = ColumnFacts("owner", "type", 5000, 0, 2, "DISPONENT", "OWNER", (("OWNER", 4000), ("DISPONENT", 1000)))
LOOPS = (
    referred("district", "account", "district"),
    referred("district", "client", "district"),
    referred("account", "owner", "account"),
    referred("client", "owner", "client"),
)


def test_rows_that_must_be_referred_to_get_their_partners_and_the_usual_type():
    left = "SELECT a.id FROM account a JOIN district d ON a.district = d.id WHERE d.region = 'east'"
    right = """SELECT a.id FROM account a JOIN owner o ON o.account = a.id JOIN client c ON c.id = o.client
               JOIN district d ON c.district = d.id WHERE d.region = 'east' AND o.type = 'OWNER'"""
    example = Example(LearnedFacts("", {}, (TYPES,), LOOPS))
    verdict = check(left, right, BANK, Options(), constraints=example)
    assert verdict.grade is Grade.ORDINARY
    assert {kind for (kind,) in verdict.witness.database.tables["owner"].project(("type",))} == {"OWNER"}


EVENTS = schema_from_ddl(
    """CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL, day TEXT NOT NULL);
    CREATE TABLE budget (id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event (id), spent INTEGER);"""
)
DAYS = ColumnFacts("event", "day", 50, 0, 40, "2019-01-09", "2020-12-01", (("2019-10-08", 2), ("2020-03-10", 2)))
MEETING = "FROM event e JOIN budget b ON b.event = e.id WHERE e.name = 'September Meeting'"


def test_a_september_meeting_is_in_september():
    example = Example(LearnedFacts("", {}, (DAYS,), ()))
    within = f"SELECT b.spent {MEETING} AND substr(e.day, 6, 2) = '09'"
    verdict = check(within, f"SELECT b.spent {MEETING}", EVENTS, Options(), constraints=example)
    assert verdict.grade is Grade.UNLIKELY and "September" in verdict.witness.breaks[0]
    verdict = check(within, f"SELECT SUM(b.spent) {MEETING}", EVENTS, Options(), constraints=example)
    assert verdict.grade is Grade.ORDINARY
    assert {day[5:7] for (day,) in verdict.witness.database.tables["event"].project(("day",))} == {"09"}


ATOM = schema_from_ddl(
    """CREATE TABLE molecule (id TEXT PRIMARY KEY);
    CREATE TABLE atom (id TEXT PRIMARY KEY, molecule TEXT NOT NULL REFERENCES molecule (id), element TEXT NOT NULL);"""
)


def test_a_witness_keeps_codes_that_begin_alike():
    (fact,) = common_beginnings("atom", (codes("id", ATOMS), codes("molecule", MOLECULES, "molecule")), 9000)
    columns = (
        ColumnFacts("atom", "id", 9000, 0, 9000, ATOMS[0], ATOMS[-1], tuple((text, 1) for text in ATOMS)),
        ColumnFacts("molecule", "id", 343, 0, 343, "TR000", "TR501", tuple((text, 1) for text in MOLECULES)),
    )
    example = Example(LearnedFacts("", {}, columns, (fact,)))
    queries = [f"SELECT COUNT({what}) FROM atom WHERE element = 'c'" for what in ("id", "DISTINCT molecule")]
    verdict = check(*queries, ATOM, Options(), constraints=example)
    rows = verdict.witness.database.tables["atom"].project(("id", "molecule"))
    assert verdict.grade is Grade.ORDINARY and rows and all(key[:5] == molecule for key, molecule in rows)
