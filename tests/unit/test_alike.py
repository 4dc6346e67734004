"""Who answers alike among predictions, on databases made for them."""

import pytest

from spotit.database import Rows
from spotit.engine.open import open_engine
from spotit.evaluate.alike.groups import alike
from spotit.evaluate.alike.probes import probed
from spotit.evaluate.answer import digest
from spotit.evaluate.protocol import ProbeAnswer
from spotit.options import Options, Semantics
from spotit.schemas.load import schema_from_ddl

SCHEMA = schema_from_ddl("CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER NOT NULL, s TEXT NOT NULL)")
GOLD = "SELECT id FROM t WHERE k > 10"


def digested(result):
    return digest(result, Semantics.SET) if isinstance(result, Rows) else "error"


def answers(*predictions, options=None):
    return probed(open_engine(SCHEMA, options or Options()), GOLD, predictions, (), digested)


def test_predictions_that_mean_the_same_share_a_signature():
    one, two, other = answers(
        "SELECT id FROM t WHERE k >= 10", "SELECT t.id FROM t WHERE NOT k < 10", "SELECT id FROM t WHERE k < 10"
    )
    assert one.signature == two.signature is not None
    assert other.signature not in (None, one.signature)
    assert one.beside_gold is None


@pytest.mark.parametrize(
    ("sql", "beside"),
    [
        ("SELECT id FROM t WHERE 10 < k", "same"),
        ("SELECT s, id FROM t WHERE k > 10", "columns"),
        ("SELECT id FROM t WHERE k > 11", None),
        ("SELECT s FROM t WHERE k > 10", None),
    ],
)
def test_how_close_the_answers_are_to_golds(sql, beside):
    (found,) = answers(sql)
    assert found.beside_gold == beside


@pytest.mark.parametrize(
    "sql", ["SELECT nothing FROM t", "SELECT id FROM t WHERE random() > 0", "DROP TABLE t", "", "x"]
)
def test_what_has_no_answer_of_its_own_is_like_nothing(sql):
    (found,) = answers(sql)
    assert found.signature is None


def test_a_check_takes_apart_what_the_probes_do_not():
    def check(first, other):
        different = {"verdict": "different", "grade": "ordinary"}
        return different if "c" in (first, other) else {"verdict": "equivalent", "grade": None}

    found = alike(("a", "b", "c", "d"), [ProbeAnswer("s")] * 3 + [ProbeAnswer(None)], ("a", "b", "c", "d"), check)
    assert found["a"].key == found["b"].key != found["c"].key and "d" not in found
    assert (found["a"].basis, found["b"].basis) == ("text", "proof")


def test_a_difference_by_luck_takes_nothing_apart():
    found = alike(("a", "b"), [ProbeAnswer("s")] * 2, ("a", "b"), lambda *_: {"verdict": "different", "grade": "order"})
    assert found["a"].key == found["b"].key and found["b"].basis == "probes"
