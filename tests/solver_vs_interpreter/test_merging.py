"""What helps the solver: rewriting, merging and asking by cases keep the meaning."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from solver_vs_interpreter.random_terms import Maker
from spotit.reason import Obstacle, ObstacleKind
from spotit.smt.solve import cases
from spotit.smt.solve.solver import Sat, Session, Unknown, Unsat
from spotit.smt.solve.sweep import sweep
from spotit.smt.terms.arithmetic import count, eq, le, lt, to_real
from spotit.smt.terms.boolean import all_of, and_, any_of, iff, not_, or_
from spotit.smt.terms.interpret import interpret
from spotit.smt.terms.rewrite import replaced
from spotit.smt.terms.term import FALSE, Sort, Term, bool_var, int_var, integer
from spotit.symbolic.values import calendar
from spotit.work import Work


def conditions(maker: Maker, steps: int = 80) -> list[Term]:
    made = [maker.step().term for _ in range(steps)]
    return [term for term in made if term.sort is Sort.BOOL and term.op not in ("var", "const")]


@pytest.mark.parametrize("seed", range(40))
def test_a_replaced_term_means_what_the_replacement_means(seed: int) -> None:
    maker = Maker(seed)
    made = [maker.step().term for _ in range(100)]
    old, new = maker.random.sample([t for t in made if t.sort is Sort.BOOL and t.op != "const"], 2)
    for root in made[-20:]:
        found = replaced(root, {old: new})
        for assignment in maker.assignments:
            before, after, wanted = interpret([old, new, root], assignment)
            if before == after:
                assert interpret([found], assignment) == [wanted], (seed, root)


@pytest.mark.parametrize("seed", range(25))
def test_a_swept_term_agrees_wherever_the_constraints_hold(seed: int) -> None:
    maker = Maker(seed, assignments=60, linear=True)
    made = conditions(maker)
    constraint = maker.random.choice(made)
    root = or_(*maker.random.sample(made, 4), and_(*maker.random.sample(made, 3)))
    allowed = [a for a in maker.assignments if interpret([constraint], a) == [True]]
    found = sweep(root, Session([constraint]), allowed[:3], Work().allow(5.0))
    for assignment in allowed:
        assert interpret([found], assignment) == interpret([root], assignment), seed


def test_sweeping_merges_counts_of_the_same_things_said_differently() -> None:
    numbers = [int_var(f"n{k}", -50, 50) for k in range(12)]
    between = [and_(lt(integer(0), n), lt(n, integer(3))) for n in numbers]
    listed = [or_(eq(n, integer(1)), eq(n, integer(2))) for n in numbers]
    differ = not_(eq(count(between), count(listed)))
    assert differ is not FALSE
    assert sweep(differ, Session(), [], Work().allow(20.0)) is FALSE


def test_sweeping_never_merges_what_the_constraints_do_not_make_equal() -> None:
    number = int_var("n", 0, 10)
    low, lower = le(number, integer(4)), le(number, integer(3))
    root = not_(iff(low, lower))
    assert sweep(root, Session(), [], Work().allow(5.0)) is not FALSE
    assert sweep(root, Session([not_(eq(number, integer(4)))]), [], Work().allow(5.0)) is FALSE


class Hesitant(Session):
    """Does not answer a disjunction asked whole."""

    def check(self, extra=(), *, allowance):  # type: ignore[no-untyped-def]
        if any(term.op == "or" for term in extra):
            return Unknown(Obstacle(ObstacleKind.WORK_LIMIT), super().check([FALSE], allowance=allowance).effort)
        return super().check(extra, allowance=allowance)


@pytest.mark.parametrize("seed", range(25))
def test_the_cases_together_answer_as_the_whole_does(seed: int) -> None:
    maker = Maker(seed, linear=True)
    made = conditions(maker)
    whole = or_(*(and_(*maker.random.sample(made, 4)) for _ in range(4)))
    if whole.op != "or" or any(part.op == "or" for part in whole.args):
        pytest.skip("the disjunction folds")
    expected = Session().check([whole], allowance=Work().allow(10.0))
    answer = cases.check(Hesitant(), [whole], allowance=Work().allow(10.0))
    assert type(answer) is type(expected)
    if isinstance(answer, Sat):
        assert interpret([whole], answer.model, default=True) == [True]


def test_one_case_without_an_answer_leaves_the_whole_without_one() -> None:
    wide = [any_of((bool_var(f"a{k}"), bool_var(f"b{k}"))) for k in range(2)]
    whole = or_(and_(bool_var("x"), not_(bool_var("x2"))), all_of(wide))
    assert not isinstance(cases.check(Hesitant(), [whole, wide[0]], allowance=Work().allow(1.0)), Unsat)


def test_day_numbers_compare_as_the_texts_of_their_dates_do() -> None:
    """`comparisons` replaces the one by the other: day by day over 400 years, and for far dates."""
    parts = [tuple(int_var(f"{what}{k}", 0, 9999) for what in "ymd") for k in range(2)]
    places = [int_var(f"place{k}", 0, 10**8) for k in range(2)]
    numbers = [int_var(f"day{k}", calendar.FIRST_DAY, calendar.LAST_DAY) for k in range(2)]
    named = [calendar.name_day(*day) for day in zip(parts, numbers, places, strict=True)]
    swaps = calendar.comparisons(named)
    asked = [le(*numbers), le(*numbers[::-1]), lt(*numbers), eq(*numbers), le(*map(to_real, numbers))]
    assert all(term in swaps for term in asked)
    random = Random(4)
    start = date(1999, 12, 1)
    near = [(start + timedelta(n), start + timedelta(n + random.choice((-1, 0, 1, 31)))) for n in range(0, 146_097, 7)]
    far = [(date.fromordinal(random.randint(1, 3_652_059)), start) for _ in range(500)]
    for days in near + far:
        values = {f"{what}{k}": v for k, d in enumerate(days) for what, v in zip("ymd", d.timetuple()[:3], strict=True)}
        values |= {f"place{k}": int(d.strftime("%Y%m%d")) for k, d in enumerate(days)}
        values |= zip(("day0", "day1"), interpret([day.number for day in named], values), strict=True)
        assert interpret(asked, values) == interpret([swaps[term] for term in asked], values), days
        assert all(interpret(list(calendar.same_order(named)), values)), days
