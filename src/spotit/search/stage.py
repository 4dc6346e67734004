"""The stages of a check, by the names that statistics and documentation have for them."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """One stage; the order is that of `search.flow.STAGES`."""

    PARSE = "parse"
    SAME_PLAN = "same plan"
    KNOWN = "known"
    GLANCE = "glance"
    SAME_SHAPE = "same shape"
    PROBE = "probe"
    CROWD = "crowd"
    FOLD = "fold"
    SECOND_PROBE = "second probe"
    FUNCTIONS = "functions"
    SOLVE = "solve"
    RAISE = "raise"
    DOUBLES = "doubles"
    ROUNDING = "rounding"
    FAILURES = "failures"
    ATTACK = "attack"
    ANSWER = "answer"
    GROW = "grow"
    EXAMPLE = "example"
    LONG_PROBE = "long probe"
    GRADE = "grade"
    BELIEVE = "believe"
    SHRINK = "shrink"
    RENAME = "rename"
    CONFIRM = "confirm"
    EXPLAIN = "explain"
    MINIMAL = "minimal"

    @property
    def meaning(self) -> str:
        """What the stage does, as one clause."""
        return _MEANING[self]


_MEANING = {
    Stage.PARSE: "the engine accepts both queries; they are lowered to plans",
    Stage.SAME_PLAN: "queries that have the same plan are equivalent",
    Stage.KNOWN: "databases that the caller knows are tried",
    Stage.GLANCE: "a dozen small random databases on the engine, which most differences show up on",
    Stage.SAME_SHAPE: "queries whose plans have one shape are equivalent if the parts agree on each single row",
    Stage.PROBE: "a first look at small random databases on the engine",
    Stage.CROWD: "a look at larger databases, where a LIMIT, a count or rounding needs more rows than the bound has",
    Stage.FOLD: "both plans are executed on a symbolic database; equal terms are a proof",
    Stage.SECOND_PROBE: "a second look at random databases, where the terms are not equal",
    Stage.FUNCTIONS: "functions that both compute become columns; those of dates are compared on every day",
    Stage.SOLVE: "the solver looks for a difference within the bound; the engine confirms what it finds",
    Stage.RAISE: "a proof is repeated with the rows that each LIMIT and each count needs",
    Stage.DOUBLES: "a proof over exact numbers is repeated over integers of 64 bits and floating-point numbers",
    Stage.ROUNDING: "where that fails, random databases are tried for a difference by rounding",
    Stage.FAILURES: "where a proof takes no expression to fail, the solver looks for a database on which one does",
    Stage.ATTACK: "where a proof rests on something that may fail, nasty values are put into small databases",
    Stage.ANSWER: "before a proof is claimed, a database is found on which the queries return something",
    Stage.GROW: "a proof at the bound that was asked for is repeated with more rows, as long as that is cheap",
    Stage.EXAMPLE: "where the example database is at hand, both queries are run on it before no difference is claimed",
    Stage.LONG_PROBE: "a long look at random databases, where there is no proof",
    Stage.GRADE: "the solver looks for a more convincing difference",
    Stage.BELIEVE: "where rules of example data are known, a difference that keeps them is looked for",
    Stage.SHRINK: "the witness is made simpler, step by step, on the engine",
    Stage.RENAME: "values of the witness that no query names are replaced by real-looking ones, on the engine",
    Stage.CONFIRM: "both queries run once more on the witness, with all constraints on",
    Stage.EXPLAIN: "the clause that makes the difference is found",
    Stage.MINIMAL: "the solver shows that no witness has fewer rows",
}
