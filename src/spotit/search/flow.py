"""A check on one page: its stages from cheap to dear, each from evidence to more evidence or to a verdict.

What a stage may spend is in `spotit.budget`; what was spent is kept by the check's `Meter`; what the stages do is
in `search.steps`, when each is worth running in `search.when`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from spotit.assumption import Assumption, AssumptionKind, is_fallible, only_about_values
from spotit.database import Database
from spotit.dialect.names import fold
from spotit.dialect.tokens import tokens
from spotit.engine.protocol import Engine
from spotit.errors import Span
from spotit.frozen import frozen
from spotit.options import Realistic
from spotit.reason import EnoughRows, Obstacle, ObstacleKind
from spotit.search import steps, when
from spotit.search.evidence import Evidence
from spotit.search.inquiry import Inquiry
from spotit.search.meter import Meter
from spotit.search.pair import Pair, Rejected, make_pair
from spotit.search.stage import Stage
from spotit.verdict import Equivalent, EquivalentUpTo, Invalid, Stats, Undecided, Unrefuted, Unsupported, Verdict
from spotit.vocabulary.lexicon import NO_LEXICON, Lexicon

if TYPE_CHECKING:
    from spotit.search.realism.example import Example, Lend
    from spotit.search.realism.realism import Realism


@frozen
class Step:
    """A stage, when it is worth running, and what it does."""

    stage: Stage
    when: Callable[[Inquiry, Evidence], bool]
    run: Callable[[Inquiry, Evidence], Evidence | Verdict]


def _look_at_example(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    from spotit.search.believable import look_at_example  # most checks know no facts

    return look_at_example(inquiry, evidence)


def _believe(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    from spotit.search.believable import look_for_believable

    return look_for_believable(inquiry, evidence)


STAGES = (
    Step(Stage.SAME_PLAN, when.is_planned, steps.compare_plans),
    Step(Stage.KNOWN, when.has_known, steps.try_known),
    Step(Stage.GLANCE, when.lacks_ordinary, steps.glance),
    Step(Stage.SAME_SHAPE, when.lacks_plan, steps.compare_parts),
    Step(Stage.PROBE, when.lacks_ordinary, steps.look_first),
    Step(Stage.SAME_PLAN, when.has_other_order, steps.compare_plans),
    Step(Stage.SAME_PLAN, when.has_same_plan, steps.accept_same_plan),
    Step(Stage.CROWD, when.names_more_rows, steps.look_at_crowds),
    Step(Stage.PROBE, when.may_be_told_by_nulls, steps.look_at_nulls),
    Step(Stage.FOLD, when.may_prove, steps.fold),
    Step(Stage.SECOND_PROBE, when.lacks_proof, steps.look_again),
    Step(Stage.FUNCTIONS, when.computes_with_dates, steps.prove_over_functions),
    Step(Stage.SOLVE, when.may_prove, steps.solve),
    Step(Stage.RAISE, when.is_proved_with_few_rows, steps.prove_with_more_rows),
    Step(Stage.CROWD, when.takes_numbers_to_be_exact, steps.look_for_rounding_of_many),
    Step(Stage.FUNCTIONS, when.may_free_functions, steps.prove_over_functions),
    Step(Stage.DOUBLES, when.may_prove_over_doubles, steps.prove_over_doubles),
    Step(Stage.ROUNDING, when.takes_numbers_to_be_exact, steps.look_for_rounding),
    Step(Stage.FAILURES, when.takes_nothing_to_fail, steps.look_for_failures),
    Step(Stage.ATTACK, when.is_worth_attacking, steps.attack),
    Step(Stage.ANSWER, when.has_no_answer, steps.look_for_answer),
    Step(Stage.GROW, when.may_grow, steps.prove_beyond),
    Step(Stage.EXAMPLE, when.has_example, _look_at_example),
    Step(Stage.LONG_PROBE, when.is_unsettled, steps.look_long),
    Step(Stage.GRADE, when.may_be_stronger, steps.look_for_stronger),
    Step(Stage.BELIEVE, when.may_be_doubted, _believe),
    Step(Stage.SHRINK, when.has_candidate, steps.simplify),
    Step(Stage.RENAME, when.has_candidate, steps.show_real_values),
    Step(Stage.CONFIRM, when.has_candidate, steps.confirm_on_engine),
    Step(Stage.EXPLAIN, when.is_confirmed, steps.explain_difference),
    Step(Stage.MINIMAL, when.is_confirmed, steps.prove_minimal),
)


def decide(
    left_sql: str,
    right_sql: str,
    engine: Engine,
    known: Sequence[Database],
    meter: Meter,
    lexicon: Lexicon = NO_LEXICON,
    example: tuple[Example, Lend] | None = None,
) -> Verdict:
    """Return the verdict on two queries over the engine's schema; `known` databases are tried first.

    A witness shows values of the `lexicon` where no query names any. `example` is what is known of the data that the
    queries are meant for, and what lends engines to try it on.
    """
    try:
        with meter.stage(Stage.PARSE):
            pair = make_pair(left_sql, right_sql, engine, work=meter.work)
    except Rejected as error:
        sql = left_sql if error.side == "left" else right_sql
        span = _named_place(error.message, sql)
        if error.offset is not None:
            span = Span(error.offset, _word_end(sql, error.offset))
        return _stamped(Invalid(error.side, error.message, span), engine, meter, Evidence(encoded=False))
    with ExitStack() as stack:
        realism = None if example is None else _realism(pair, *example, stack)
        if realism is not None and engine.options.realistic is Realistic.HARD:
            strong = realism.stronger_pair()
            if strong is not None:
                return run(Inquiry(strong, known, meter, lexicon, declared=pair))
        return run(Inquiry(pair, known, meter, lexicon, realism))


def _realism(pair: Pair, example: Example, lend: Lend, stack: ExitStack) -> Realism | None:
    from spotit.search.realism.realism import Realism

    return Realism.of(pair, example, lend, stack)


def run(inquiry: Inquiry, stages: Sequence[Step] = STAGES) -> Verdict:
    """Go through the stages until one ends the check; if none does, say what their evidence amounts to."""
    engine, meter = inquiry.pair.engine, inquiry.meter
    evidence = Evidence(encoded=None if inquiry.planned else False)
    for step in stages:
        if step.when(inquiry, evidence):
            with meter.stage(step.stage):
                found = step.run(inquiry, evidence)
            if not isinstance(found, Evidence):
                return _stamped(found, engine, meter, evidence)
            evidence = found
    return _stamped(_conclusion(inquiry, evidence), engine, meter, evidence)


def _conclusion(inquiry: Inquiry, evidence: Evidence) -> Verdict:
    """Return what the evidence amounts to when all stages are over."""
    pair = inquiry.pair
    if evidence.confirmed is not None:
        return evidence.confirmed
    if pair.plans is None:
        first = pair.unplanned[0]
        return Unsupported(first.error.feature, first.side, first.error.span)
    if evidence.unsupported is not None:
        return Unsupported(evidence.unsupported.feature, None, evidence.unsupported.span)
    assumptions = (*pair.stated, *evidence.assumptions)
    if evidence.refuting_example is not None:
        told = Obstacle(ObstacleKind.DIFFER_ON_EXAMPLE, evidence.refuting_example)
        return Undecided(told, evidence.proved, assumptions)
    matched = pair.matched(evidence.arrangement) if evidence.proved else None
    if not inquiry.is_proved(evidence):
        late = Obstacle(ObstacleKind.TIME_LIMIT, rows=evidence.obstacle.rows)
        obstacle = late if inquiry.meter.work.late else evidence.obstacle
        return Undecided(obstacle, evidence.proved, assumptions, matched=matched)
    if is_fallible(assumptions):
        return Unrefuted(evidence.proved, assumptions, matched=matched)
    if only_about_values(assumptions):
        needed = inquiry.threshold
        if needed is not None and needed <= evidence.proved:
            return Equivalent(EnoughRows(needed, evidence.proved), assumptions, needed, matched=matched)
    assumptions = (*assumptions, *_about_size(inquiry, evidence))
    claim = Unrefuted if is_fallible(assumptions) else EquivalentUpTo
    return claim(evidence.proved, assumptions, matched=matched)


def _about_size(inquiry: Inquiry, evidence: Evidence) -> Iterator[Assumption]:
    """Yield what keeps a proof from being more than that the databases are small."""
    if inquiry.pair.needed_rows > evidence.proved:
        yield Assumption(AssumptionKind.FEW_ROWS, number=evidence.proved)
    if not evidence.answered and not (evidence.silent and inquiry.never_answers(evidence.proved)):
        yield Assumption(AssumptionKind.NO_ANSWER)


def _stamped(verdict: Verdict, engine: Engine, meter: Meter, evidence: Evidence) -> Verdict:
    """Return the verdict with what every verdict carries besides its claim."""
    stats = Stats(
        seconds=meter.spent,
        stages={stage.value: seconds for stage, seconds in meter.stages.items()},
        databases=meter.databases,
        solver_calls=meter.solver_calls,
        spurious=len(evidence.spurious),
        encoded=True if isinstance(verdict, Equivalent) else evidence.encoded,
        to_witness=meter.first_difference,
        work=meter.work.spent,
        cut_short=meter.work.cut_short,
    )
    options, notes = engine.options, engine.schema.notes
    semantics, columns = options.semantics.value, options.matching.value
    return replace(
        verdict,
        stats=stats,
        asked_bound=options.bound,
        semantics=semantics,
        columns=columns,
        engine=engine.system.title,
        notes=notes,
    )


def _named_place(message: str, sql: str) -> Span | None:
    """Return where the name stands that a message of the engine complains about, as in `no such table: t`."""
    if not message.startswith(("no such ", "ambiguous column name")):
        return None
    name = fold(message.rpartition(": ")[2].rpartition(".")[2])
    return next((token.span for token in tokens(sql) if fold(token.name) == name), None)


def _word_end(sql: str, start: int) -> int:
    """Return where the word at a place of a query ends."""
    end = start
    while end < len(sql) and (sql[end].isalnum() or sql[end] in "_."):
        end += 1
    return max(end, start + 1)
