"""Answers from Z3; the only module that uses it.

Z3 gets the terms as SMT-LIB text in a context of its own, so that its memory goes with the `Session`. The
plain SMT core without relevancy is tried first, then with the older simplex, then Z3's default solver.
Every model is evaluated by our own interpreter before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from threading import TIMEOUT_MAX, Event, Thread

from spotit.budget import BUDGET, PRICES, Solving
from spotit.frozen import frozen
from spotit.reason import Obstacle, ObstacleKind
from spotit.smt.solve.library import z3, z3core
from spotit.smt.solve.smtlib import assertion, declarations, plain_symbol, variables
from spotit.smt.terms.interpret import TermValue, default_value, interpret
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, subterms
from spotit.work import Allowance

_ALGEBRAIC_DIGITS = 12
"""Decimal digits to which an irrational number of a model is given."""
_MOST_STEPS = 4_000_000_000
"""The greatest limit of steps that Z3 takes."""
_HARD = frozenset(("mul", "div", "mod", "rdiv", "floor"))
_GIVEN_UP = Obstacle(ObstacleKind.WORK_LIMIT)
_STOPPED = ("canceled", "interrupted", "interrupted from keyboard", "max. resource limit exceeded")
"""What Z3 says when it was stopped: at its limit of steps, by an interrupt of ours, or else by Ctrl-C."""


class SolverDisagreement(RuntimeError):
    """By our own interpreter Z3's model does not satisfy the assertions: a bug on one of the two sides."""


@frozen
class Effort:
    """What an answer cost, by Z3's own machine-independent count of steps."""

    steps: int


@frozen
class Sat:
    """The assertions can hold: a value for each of their variables."""

    model: dict[str, TermValue]
    effort: Effort
    approximate: frozenset[str] = frozenset()
    """Variables whose true value is irrational; the model holds a close rational, and was not checked."""


@frozen
class Unsat:
    """The assertions cannot hold together."""

    effort: Effort


@frozen
class Unknown:
    """No answer, for the reason given: work, memory, or Z3's own words."""

    reason: Obstacle
    effort: Effort


Answer = Sat | Unsat | Unknown


def solve(assertions: Sequence[Term], *, allowance: Allowance, memory_mb: int) -> Answer:
    """Decide whether the assertions can hold together, within an allowance of work."""
    return Session(assertions, memory_mb=memory_mb).check(allowance=allowance)


def _plain(context: z3.Context) -> z3.Solver:
    solver = z3.SimpleSolver(ctx=context)
    solver.set("smt.relevancy", 0)
    # What this part does is not counted, and may take minutes. Z3's default solver, which is asked last, has it.
    solver.set("smt.arith.nl.nra", False)
    return solver


def _old_simplex(context: z3.Context) -> z3.Solver:
    solver = _plain(context)
    solver.set("smt.arith.solver", 2)
    return solver


def _default(context: z3.Context) -> z3.Solver:
    return z3.Solver(ctx=context)


class _Backend:
    """A solver in a context of its own, with what it was told. Once stopped, it is not to be asked again."""

    def __init__(self, make: Callable[[z3.Context], z3.Solver]) -> None:
        self._context = z3.Context()
        self.solver = make(self._context)
        self._declared: dict[str, Term] = {}
        self.sent = 0
        """How many of the session's assertions it knows."""
        self.steps = 0
        self.price = PRICES.solver_step
        self._is_steady = make is _old_simplex
        """Its steps take about as long in any arithmetic."""
        self.stopped = False
        self.interrupted = False
        """It was stopped by the clock, not by the count of its steps."""

    def tell(self, terms: Sequence[Term]) -> int:
        """Assert terms, in the present scope; return the length of their text."""
        if not terms:
            return 0
        text = assertion(terms)
        self.solver.from_string(text)
        return len(text)

    def declare(self, terms: Sequence[Term]) -> None:
        """Declare what is new, outside any scope: intervals hold always."""
        if not self._is_steady and self.price != PRICES.hard_step and _is_hard(terms):
            self.price = PRICES.hard_step
        fresh = []
        for variable in variables(terms):
            known = self._declared.get(plain_symbol(variable))
            if known is None:
                self._declared[plain_symbol(variable)] = variable
                fresh.append(variable)
            elif known is not variable:
                raise ValueError(f"two variables are named {variable.value!r}")
        if fresh:
            self.solver.from_string(declarations(fresh))

    def ask(self, steps: int, seconds: float, again: float) -> z3.CheckSatResult:
        """Return whether what was told can hold; stop after so many steps, or when the time is over."""
        self.solver.set("rlimit", steps)
        before = self.steps
        with _interrupted_after(self._context, seconds, again) as interrupted:
            result = self.solver.check()
        self.steps = _steps(self.solver)
        self.stopped = self.interrupted = interrupted.is_set()
        if result == z3.unknown and self.solver.reason_unknown() in _STOPPED:
            if not self.stopped and self.steps - before < steps:
                # While it works, Z3 has taken the place of Python's own handler of the signal.
                raise KeyboardInterrupt
            self.stopped = True
        return result


class Session:
    """Constraints asserted once and queried several times, each time with extra assertions."""

    def __init__(
        self, assertions: Sequence[Term] = (), *, memory_mb: int = 2048, solving: Solving = BUDGET.solving
    ) -> None:
        # Z3 has one memory limit for the process; beyond it a call fails instead of growing further.
        z3.set_param("memory_max_size", memory_mb)
        self.solving = solving
        self._backend: _Backend | None = None
        self._assertions: list[Term] = []
        self._steps = 0
        self.add(assertions)

    def add(self, assertions: Sequence[Term]) -> None:
        """Assert more, for every later query."""
        self._assertions += [term for term in assertions if term is not TRUE]

    def check(self, extra: Sequence[Term] = (), *, allowance: Allowance) -> Answer:
        """Decide whether the asserted constraints and `extra` can hold together; then forget `extra`."""
        steps = self._steps
        extra = [term for term in extra if term is not TRUE]
        if FALSE in self._assertions or FALSE in extra:
            return Unsat(Effort(0))
        found = self._decided(extra, allowance)
        effort = Effort(self._steps - steps)
        if isinstance(found, Obstacle):
            return Unknown(found, effort)
        return Unsat(effort) if found is None else Sat(found.values, effort, found.approximate)

    def _decided(self, extra: list[Term], allowance: Allowance) -> _Model | Obstacle | None:
        """Return a model, the reason why there is no answer, or None if there is no model.

        A way of solving gets its share of the work left, the last one all of it.
        """
        share = self.solving.solver_share
        found = self._incremental(extra, allowance.part(share, self.solving.first_work))
        for make, part in ((_old_simplex, share), (_default, 1.0)):
            if not isinstance(found, Obstacle) or allowance.left <= self.solving.grace_work:
                break
            backend = _Backend(make)
            with self._counted(backend, allowance):
                backend.declare([*self._assertions, *extra])
                found = self._attempt(backend, [*self._assertions, *extra], extra, allowance.part(part))
        return found

    def _incremental(self, extra: list[Term], allowance: Allowance) -> _Model | Obstacle | None:
        """Ask the solver that keeps the session's assertions; it is made first, again if it was stopped."""
        if self._backend is None or self._backend.stopped:
            self._backend = _Backend(_plain)
        backend = self._backend
        with self._counted(backend, allowance):
            fresh = self._assertions[backend.sent :]
            backend.declare([*fresh, *extra])
            allowance.spend(PRICES.character * backend.tell(fresh))
            backend.sent = len(self._assertions)
            if not extra:
                return self._attempt(backend, [], extra, allowance)
            backend.solver.push()
            try:
                return self._attempt(backend, extra, extra, allowance)
            finally:
                backend.solver.pop()

    def _attempt(
        self, backend: _Backend, told: list[Term], extra: list[Term], allowance: Allowance
    ) -> _Model | Obstacle | None:
        """Tell a solver what it does not know yet, with all its variables declared, and return its answer."""
        try:
            allowance.spend(PRICES.character * backend.tell(told))
            units = allowance.work.units(allowance.left)
            steps = min(_MOST_STEPS, units / backend.price)
            if steps < 1:
                return _GIVEN_UP
            patience = self.solving.patience_seconds + self.solving.patience_factor * units
            seconds = min(allowance.work.seconds_left, patience)
            result = backend.ask(int(steps), seconds, self.solving.interrupt_seconds)
            if result == z3.unsat:
                return None
            if result == z3.sat:
                return self._model(backend, extra)
            return _reason(backend.solver.reason_unknown())
        except z3.Z3Exception as error:
            # An interrupt may also hit what comes before or after the check itself.
            backend.stopped = True
            found = _reason("canceled" if "canceled" in str(error) else str(error))
            if found.kind is ObstacleKind.GAVE_UP:
                raise
            return found

    def _model(self, backend: _Backend, extra: list[Term]) -> _Model | Obstacle:
        """Return the model that was found, evaluated by our own interpreter."""
        found = _model(backend.solver)
        if found is None:
            return _GIVEN_UP
        asserted = [*self._assertions, *extra]
        model = _read_model(found, variables(asserted))
        try:
            if not model.approximate:
                _verify(asserted, model.values)
        except SolverDisagreement:
            # An interrupt may leave a model half made.
            if not backend.stopped:
                raise
            return _GIVEN_UP
        return model

    @contextmanager
    def _counted(self, backend: _Backend, allowance: Allowance) -> Iterator[None]:
        """Note what a solver spends in a block."""
        before = backend.steps
        try:
            yield
        finally:
            self._steps += backend.steps - before
            allowance.spend(backend.price * (backend.steps - before))
            allowance.work.cut_short |= backend.interrupted


@frozen
class _Model:
    values: dict[str, TermValue]
    approximate: frozenset[str]


def _verify(asserted: list[Term], model: dict[str, TermValue]) -> None:
    for term, value in zip(asserted, interpret(asserted, model), strict=True):
        if value is not True:
            raise SolverDisagreement(f"Z3's model does not satisfy {term!r}")
    for variable in variables(asserted):
        if not _inside(variable, model[str(variable.value)]):
            raise SolverDisagreement(f"Z3's value of {variable.value} is outside its interval")


def _inside(variable: Term, value: TermValue) -> bool:
    if variable.sort is Sort.BOOL:
        return isinstance(value, bool)
    return (variable.lo is None or variable.lo <= value) and (variable.hi is None or value <= variable.hi)


@contextmanager
def _interrupted_after(context: z3.Context, seconds: float, again: float) -> Iterator[Event]:
    """Interrupt Z3 from outside when the time is over, and again until it stops; the event tells whether it was.

    An interrupt that comes just before the check has begun is lost, so that one alone would not be enough.
    """
    done, interrupted = Event(), Event()

    def interrupt() -> None:
        wait = min(seconds, TIMEOUT_MAX)
        while not done.wait(wait):
            interrupted.set()
            context.interrupt()
            wait = again

    watch = Thread(target=interrupt, daemon=True)
    watch.start()
    try:
        yield interrupted
    finally:
        done.set()
        watch.join()


def _is_hard(terms: Sequence[Term]) -> bool:
    """Tell whether some terms go beyond linear arithmetic: products, quotients, remainders, rounding."""
    return any(term.op in _HARD for term in subterms(*terms))


def _steps(solver: z3.Solver) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _reason(words: str) -> Obstacle:
    """Return what Z3 says of itself as a reason."""
    if "memory" in words:
        return Obstacle(ObstacleKind.MEMORY)
    if words in _STOPPED:
        return _GIVEN_UP
    return Obstacle(ObstacleKind.GAVE_UP, words)


def _model(solver: z3.Solver) -> z3.ModelRef | None:
    """Return the model, None where the interrupt came after it was found and before it was made."""
    try:
        return solver.model()
    except z3.Z3Exception as error:
        if "model is not available" not in str(error):
            raise
        return None


def _read_model(model: z3.ModelRef, wanted: list[Term]) -> _Model:
    """Return a value for every wanted variable; those that Z3 leaves open get one inside their interval.

    The C interface is used directly: z3py's wrappers cost ten times as much for each variable.
    """
    context, pointer = model.ctx.ref(), model.model
    found: dict[str, TermValue] = {}
    irrational = set()
    for index in range(z3core.Z3_model_get_num_consts(context, pointer)):
        declaration = z3core.Z3_model_get_const_decl(context, pointer, index)
        name = z3core.Z3_get_symbol_string(context, z3core.Z3_get_decl_name(context, declaration))
        value = z3core.Z3_model_get_const_interp(context, pointer, declaration)
        kind = z3core.Z3_get_sort_kind(context, z3core.Z3_get_sort(context, value))
        if kind == z3.Z3_BOOL_SORT:
            found[name] = z3core.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE
            continue
        if z3core.Z3_is_algebraic_number(context, value):
            irrational.add(name)
            value = z3core.Z3_get_algebraic_number_lower(context, value, _ALGEBRAIC_DIGITS)
        text = z3core.Z3_get_numeral_string(context, value)
        found[name] = int(text) if kind == z3.Z3_INT_SORT else Fraction(text)
    names = {plain_symbol(variable): variable for variable in wanted}
    values = {str(v.value): found[name] if name in found else default_value(v) for name, v in names.items()}
    return _Model(values, frozenset(str(names[name].value) for name in irrational & names.keys()))


def decide_script(text: str, seconds: float) -> str:
    """Return the answer of Z3's default solver to an SMT-LIB script without commands: `sat`, `unsat` or `unknown`."""
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", int(1000 * seconds))
    solver.from_string(text)
    return str(solver.check())
