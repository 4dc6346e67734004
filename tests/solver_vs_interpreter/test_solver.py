"""The solver and our own interpreter agree; unsat answers hold on every assignment of small intervals."""

from __future__ import annotations

import os
import signal
import threading
import time
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from solver_vs_interpreter.random_terms import Maker
from spotit.reason import ObstacleKind
from spotit.smt.solve import solver
from spotit.smt.solve.smtlib import variables
from spotit.smt.solve.solver import Sat, Session, SolverDisagreement, Unknown, Unsat, solve
from spotit.smt.terms.arithmetic import eq, floor_mod, le, lt, multiply
from spotit.smt.terms.boolean import all_of, and_, any_of, iff, not_, or_
from spotit.smt.terms.interpret import TermValue, compile_terms
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, bool_var, int_var, integer, real, real_var
from spotit.work import Work


def ask(*assertions: Term) -> solver.Answer:
    return solve(assertions, allowance=Work().allow(10.0), memory_mb=2048)


def fixed(variable: Term, value: TermValue) -> Term:
    if variable.sort is Sort.BOOL:
        return variable if value else not_(variable)
    return eq(variable, real(value) if variable.sort is Sort.REAL else integer(int(value)))


def equals(term: Term, value: TermValue) -> Term:
    if term.sort is Sort.BOOL:
        return iff(term, TRUE if value else FALSE)
    return eq(term, real(value) if term.sort is Sort.REAL else integer(int(value)))


@pytest.mark.parametrize("seed", range(12))
def test_z3_gives_terms_the_value_that_they_are_meant_to_have(seed: int) -> None:
    maker = Maker(seed, assignments=3)
    made = [maker.step() for _ in range(60)]
    for position, assignment in enumerate(maker.assignments):
        values = [equals(meant.term, meant.values[position]) for meant in made]
        pinned = [fixed(v, assignment[str(v.value)]) for v in maker.variables]
        assert isinstance(ask(*pinned, not_(all_of(values))), Unsat)
        answer = ask(*pinned, *values)
        assert isinstance(answer, Sat)
        assert all(assignment[name] == value for name, value in answer.model.items())


def finite_terms(seed: int) -> list[Term]:
    maker = Maker(seed, assignments=2, linear=True)
    made = [maker.step().term for _ in range(120)]
    return [
        term
        for term in made
        if term.sort is Sort.BOOL
        and term not in (TRUE, FALSE)
        and all(v.sort is not Sort.REAL for v in variables([term]))
    ]


def domain(variable: Term) -> list[TermValue]:
    if variable.sort is Sort.BOOL:
        return [False, True]
    assert variable.lo is not None and variable.hi is not None
    return list(range(int(variable.lo), int(variable.hi) + 1))


def satisfiable(assertions: list[Term]) -> bool:
    """Decide by trying every assignment."""
    found = variables(assertions)
    names = [str(v.value) for v in found]
    run = compile_terms(assertions)
    return any(all(run(dict(zip(names, row, strict=True)))) for row in product(*map(domain, found)))


@pytest.mark.parametrize("seed", range(12))
def test_answers_agree_with_brute_force(seed: int) -> None:
    pool = finite_terms(seed)
    random = Random(seed)
    session = Session(memory_mb=2048)
    for _ in range(8):
        chosen = random.sample(pool, min(len(pool), random.randint(1, 6)))
        chosen = [not_(term) if random.random() < 0.3 else term for term in chosen]
        expected = Sat if satisfiable(chosen) else Unsat
        assert isinstance(ask(*chosen), expected), (seed, chosen)
        assert isinstance(session.check(chosen, allowance=Work().allow(10.0)), expected), (seed, chosen)


def test_a_session_keeps_its_base_and_forgets_the_extra() -> None:
    x, y = int_var("x", 0, 9), int_var("y")
    session = Session([lt(x, y)], memory_mb=2048)
    assert isinstance(session.check([le(y, integer(0))], allowance=Work().allow(5.0)), Unsat)
    answer = session.check([le(integer(9), x)], allowance=Work().allow(5.0))
    assert isinstance(answer, Sat)
    assert answer.model["x"] == 9
    assert answer.model["y"] > 9
    session.add([le(y, integer(9))])
    assert isinstance(session.check([le(integer(9), x)], allowance=Work().allow(5.0)), Unsat)
    assert isinstance(session.check(allowance=Work().allow(5.0)), Sat)
    assert isinstance(session.check([FALSE], allowance=Work().allow(5.0)), Unsat)


def test_every_variable_of_a_model_is_inside_its_interval() -> None:
    x, z = int_var("x", 5, 9), real_var("z", Fraction(1, 3), Fraction(1, 2))
    answer = ask(or_(bool_var("b"), and_(lt(x, integer(7)), lt(z, real(Fraction(2, 5))))))
    assert isinstance(answer, Sat)
    assert set(answer.model) == {"b", "x", "z"}
    assert 5 <= answer.model["x"] <= 9
    assert Fraction(1, 3) <= answer.model["z"] <= Fraction(1, 2)


@pytest.mark.parametrize("name", ["a b", "pipe|slash\\", "!0", "%21;", "naïve", "let", "new\nline", ""])
def test_any_name_survives_the_text(name: str) -> None:
    answer = ask(eq(int_var(name), integer(-3)), or_(bool_var("other"), lt(int_var(name), integer(0))))
    assert isinstance(answer, Sat)
    assert answer.model[name] == -3


def test_division_is_total() -> None:
    x, y = int_var("x", -5, 5), int_var("y")
    assert isinstance(ask(le(y, integer(0)), not_(eq(floor_mod(x, y), integer(0)))), Unsat)


def test_an_irrational_value_is_marked() -> None:
    x = real_var("x", 0, 9)
    answer = ask(eq(multiply(x, x), real(2)))
    assert isinstance(answer, Sat)
    assert answer.approximate == {"x"}
    assert abs(float(answer.model["x"]) ** 2 - 2) < 1e-9


def test_one_name_for_two_variables_is_refused() -> None:
    with pytest.raises(ValueError, match="two variables"):
        ask(bool_var("x"), le(int_var("x"), integer(0)))


def pigeons(count: int) -> list[Term]:
    nests = [[bool_var(f"{p} in {n}") for n in range(count - 1)] for p in range(count)]
    housed = [any_of(row) for row in nests]
    return housed + [
        or_(not_(nests[a][n]), not_(nests[b][n])) for n in range(count - 1) for a in range(count) for b in range(a)
    ]


def test_the_allowance_is_kept_and_the_session_survives() -> None:
    session, work = Session(pigeons(12), memory_mb=2048), Work()
    answer = session.check(allowance=work.allow(0.1))
    assert 0.05 < work.spent < 0.2
    assert isinstance(answer, Unknown)
    assert answer.reason.kind is ObstacleKind.WORK_LIMIT
    assert answer.effort.steps > 0
    assert isinstance(session.check([FALSE], allowance=Work().allow(0.3)), Unsat)
    assert isinstance(
        session.check(list(map(not_, [bool_var(f"0 in {n}") for n in range(11)])), allowance=Work().allow(5.0)), Unsat
    )


def test_an_interrupt_before_the_check_has_begun_is_not_lost() -> None:
    session = Session(pigeons(12), memory_mb=2048)
    started = time.monotonic()
    for _ in range(20):
        assert isinstance(session.check(allowance=Work(seconds=1e-4).allow(100.0)), Unknown)
    assert time.monotonic() - started < 10.0


def test_equal_questions_take_equal_steps_and_stop_at_the_same_one() -> None:
    found = [Session(pigeons(9), memory_mb=2048).check(allowance=Work().allow(0.05)) for _ in range(2)]
    assert isinstance(found[0], Unknown)
    assert found[0] == found[1]


def test_the_clock_ends_a_question_and_the_account_says_so() -> None:
    work = Work(seconds=0.1)
    answer = Session(pigeons(12), memory_mb=2048).check(allowance=work.allow(1000.0))
    assert isinstance(answer, Unknown)
    assert work.late


def test_a_late_interrupt_does_not_spoil_the_next_question() -> None:
    session = Session(pigeons(12), memory_mb=2048)
    assert isinstance(session.check(allowance=Work().allow(0.05)), Unknown)
    session._backend._context.interrupt()
    housed_nowhere = [not_(bool_var(f"0 in {n}")) for n in range(11)]
    assert isinstance(session.check(housed_nowhere, allowance=Work().allow(5.0)), Unsat)


def test_ctrl_c_ends_the_solver() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        Session(pigeons(13), memory_mb=2048).check(allowance=Work().allow(60.0))
    assert time.monotonic() - started < 20.0


def test_a_model_that_an_interrupt_took_away_is_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_model", lambda _: None)
    answer = ask(bool_var("b"))
    assert isinstance(answer, Unknown) and answer.reason.kind is ObstacleKind.WORK_LIMIT


def test_a_model_that_the_interpreter_rejects_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "interpret", lambda roots, model: [False for _ in roots])
    with pytest.raises(SolverDisagreement):
        ask(bool_var("b"))
