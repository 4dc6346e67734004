"""SMT-LIB scripts decided as they are, by each solver that is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

from spotit.smt.solve.solver import decide_script

_COMMAND = "(check-sat)"

Decide = Callable[[str, float], str | None]
"""From a script and seconds to `sat`, `unsat` or `unknown`; None where the solver is not installed."""


def by_z3(script: str, seconds: float) -> str | None:
    """Return Z3's answer."""
    return decide_script(script.replace(_COMMAND, ""), seconds)


def by_cvc5(script: str, seconds: float) -> str | None:
    """Return the answer of cvc5, which shares no code with Z3."""
    if importlib.util.find_spec("cvc5") is None:
        return None
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(int(1000 * seconds)))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "question")
    symbols, answers = parser.getSymbolManager(), []
    while not (command := parser.nextCommand()).isNull():
        answers.append(command.invoke(solver, symbols).strip())
    return next((answer for answer in reversed(answers) if answer in ("sat", "unsat", "unknown")), "unknown")


SOLVERS: tuple[tuple[str, Decide], ...] = (("Z3", by_z3), ("cvc5", by_cvc5))
