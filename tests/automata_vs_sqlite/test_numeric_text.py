"""Which texts a column of numeric affinity keeps as text, by the automaton and by the engine."""

from __future__ import annotations

from itertools import product

from spotit.automata.languages.numerals import no_number
from spotit.database import Database, Rows
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl


def test_texts_that_are_no_numbers() -> None:
    texts = ["".join(letters) for length in range(6) for letters in product("1.+e \x0b", repeat=length)]
    texts += ["1x", "-1", "1E5", "\xa01", "0x1", "1e+5 ", "94040-1724", "T", "1\n", "１"]
    engine = open_engine(schema_from_ddl("CREATE TABLE t(x TEXT, n NUMERIC)"), Options())
    engine.load(Database({"t": Rows(("x", "n"), tuple((text, text) for text in texts))}))
    stored = engine.run("SELECT x, typeof(n) = 'text' FROM t").rows
    assert len(stored) == len(texts)
    assert [text for text, kept in stored if no_number().label(str(text)) != kept] == []
