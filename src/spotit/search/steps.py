"""What the stages of a check do; what only some checks need is imported where it is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from spotit.assumption import only_about_values
from spotit.database import Database, Rows
from spotit.engine.compare import void
from spotit.options import MOST_ROWS
from spotit.reason import Obstacle, ObstacleKind
from spotit.search.evidence import Belief, Candidate, Evidence
from spotit.search.inquiry import Inquiry
from spotit.search.prove.least_rows import least_rows
from spotit.search.prove.same_plan import same_plan
from spotit.search.when import is_unsettled, lacks_ordinary
from spotit.search.witness.grade import better, candidate_of, counts
from spotit.verdict import Different, Equivalent, Grade, Undecided

if TYPE_CHECKING:
    from spotit.search.prove.bounded import Prover

_WITHOUT_NULLS = frozenset((Grade.ORDINARY, Grade.TIES))
"""Grades of differences without NULLs."""
_SAY_SOMETHING = frozenset((Grade.ORDINARY, Grade.TIES, Grade.NULLS))
"""Grades of differences in which a query returns more than NULL and 0."""


def prove_over_functions(inquiry: Inquiry, evidence: Evidence) -> Evidence | Equivalent:
    """Repeat the proof with functions that both queries compute as columns of their own; end the check if all are."""
    from spotit.search.prove.restated import restated
    from spotit.search.refute.attack import attacks_with

    pair, rows = inquiry.pair, max(evidence.proved, inquiry.pair.options.bound)
    assert pair.plans is not None
    samples, options = pair.samples_at(rows), replace(pair.options, bound=rows)
    found = restated(pair.plans, samples, pair.schema, options, inquiry.meter.rest, evidence.arrangement)
    if found is None:
        return evidence
    for database in attacks_with(pair, found.apart):
        evidence = replace(evidence, candidate=_attacked(inquiry, evidence.candidate, database))
    if evidence.candidate is not None:
        return evidence
    if found.same is not None:
        assumptions = (*pair.rests_on(found.same), *found.assumptions)
        return Equivalent(found.same, assumptions, matched=pair.matched(evidence.arrangement))
    return inquiry.prover_at(rows, evidence.arrangement).over_functions(evidence, found)


def compare_plans(inquiry: Inquiry, evidence: Evidence) -> Evidence | Equivalent:
    """End the check when both queries have the same plan and SQL leaves no choice open in it.

    Where columns may be arranged, that is asked of the first arrangement that agrees with what was seen.
    """
    pair, arrangement = inquiry.pair, inquiry.arrangement
    same = same_plan(inquiry.normal_forms(arrangement))
    if same is not None and not same.open:
        return Equivalent(same, pair.rests_on(same), matched=pair.matched(arrangement))
    return replace(evidence, same_plan=same, arrangement=arrangement)


def compare_parts(inquiry: Inquiry, evidence: Evidence) -> Evidence | Equivalent:
    """End the check when both plans have one shape and equal parts, and SQL leaves no choice open."""
    from spotit.search.prove.matching.equal_parts import equal_parts

    pair, meter, arrangement = inquiry.pair, inquiry.meter, inquiry.arrangement
    allowance, forms = meter.within(pair.budget.proving.parts_work), inquiry.normal_forms(arrangement)
    found = equal_parts(forms, pair.samples_at(1), allowance)
    if found is None:
        return evidence
    if not found.proof.open:
        assumptions = (*pair.rests_on(found.proof), *found.assumptions)
        return Equivalent(found.proof, assumptions, matched=pair.matched(arrangement))
    taken = found.assumptions
    return replace(evidence, same_plan=found.proof, same_plan_assumptions=taken, arrangement=arrangement)


def accept_same_plan(inquiry: Inquiry, evidence: Evidence) -> Equivalent:
    """End the check: both queries permit the same results, and the engine has shown no difference."""
    assert evidence.same_plan is not None
    matched = inquiry.pair.matched(evidence.arrangement)
    assumptions = (*inquiry.pair.rests_on(evidence.same_plan), *evidence.same_plan_assumptions)
    return Equivalent(evidence.same_plan, assumptions, matched=matched)


def try_known(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try the databases that the caller knows."""
    for known in inquiry.known:
        inquiry.meter.databases += 1
        database = inquiry.pair.schema.given_values(known)
        found = better(inquiry.pair, evidence.candidate, candidate_of(inquiry.pair, database))
        evidence = replace(evidence, candidate=found)
    return evidence


def glance(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try very few random databases: most queries that differ do so on one of them."""
    return _look(inquiry, evidence, inquiry.pair.budget.looking.glance)


def look_first(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try a few random databases."""
    looking = inquiry.pair.budget.looking
    return _look(inquiry, evidence, looking.first - looking.glance)


def look_at_nulls(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try more random databases, since nothing but NULLs can tell the queries apart."""
    return _look(inquiry, evidence, inquiry.pair.budget.looking.second, Grade.NULLS)


def look_again(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try more random databases, since the queries do not fold to the same terms."""
    evidence = _look(inquiry, evidence, inquiry.pair.budget.looking.second)
    if evidence.candidate is not None or not inquiry.planned:
        return evidence
    from spotit.search.refute.attack import quotients_beside

    for database in quotients_beside(inquiry.pair):
        evidence = replace(evidence, candidate=_attacked(inquiry, evidence.candidate, database))
    return evidence


def look_for_rounding(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try random databases for a difference that a proof over exact numbers does not see."""
    return _look(inquiry, evidence, inquiry.pair.budget.looking.rounding)


def look_for_rounding_of_many(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try databases with more rows than the bound has, whose sums and quotients are rounded in more ways."""
    looking = inquiry.pair.budget.looking
    found = inquiry.probe_with(looking.rounding_rows).look(looking.crowded)
    return replace(evidence, candidate=better(inquiry.pair, evidence.candidate, found))


def look_for_failures(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Ask the solver for a database on which an expression fails."""
    return _prover(inquiry, evidence).failing(evidence)


def attack(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Put nasty values into small databases: what was proved for sample values may fail on others."""
    from spotit.search.refute.attack import attacks

    pair, meter = inquiry.pair, inquiry.meter
    allowance = meter.within(pair.budget.looking.share * meter.whole)
    for database in islice(attacks(pair), pair.budget.looking.attack):
        evidence = replace(evidence, candidate=_attacked(inquiry, evidence.candidate, database))
        if not lacks_ordinary(inquiry, evidence) or allowance.over:
            break
    return evidence


def _attacked(inquiry: Inquiry, best: Candidate | None, database: Database) -> Candidate | None:
    """Return the better of a candidate and of what a database shows."""
    inquiry.meter.databases += 1
    found = candidate_of(inquiry.pair, database)
    if found is None or not counts(inquiry.pair, found):
        return best
    inquiry.meter.saw_difference()
    return better(inquiry.pair, best, found)


def look_long(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try many random databases, since there is no proof."""
    return _look(inquiry, evidence, inquiry.pair.budget.looking.long)


def _look(inquiry: Inquiry, evidence: Evidence, databases: int, best: Grade = Grade.ORDINARY) -> Evidence:
    found = inquiry.probe.look(databases, best)
    return replace(evidence, candidate=better(inquiry.pair, evidence.candidate, found))


def look_at_crowds(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Try larger databases, in which every LIMIT and count is reached."""
    found = inquiry.crowded_probe.look(inquiry.pair.budget.looking.crowded)
    return replace(evidence, candidate=better(inquiry.pair, evidence.candidate, found))


def fold(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Execute both plans symbolically: if they fold to the same terms, that is a proof."""
    return _prover(inquiry, evidence).fold(evidence)


def solve(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Ask the solver for a difference within the bound.

    Where columns may be arranged, a model may be one of this arrangement alone: then the next one is tried. When none
    is left, a difference by all of them is asked for.
    """
    found = _prover(inquiry, evidence).solve(evidence)
    for _ in range(inquiry.pair.budget.proving.arrangements):
        again = _rearranged(inquiry, found)
        if again is None:
            break
        prover = _prover(inquiry, again)
        found = prover.fold(again)
        found = found if inquiry.is_proved(found) else prover.solve(found)
    return found


def _rearranged(inquiry: Inquiry, evidence: Evidence) -> Evidence | None:
    """Return the evidence with another arrangement, of which nothing is proved; None if there is no need of one."""
    pair = inquiry.pair
    if pair.orders is None or evidence.arrangement is None or not is_unsettled(inquiry, evidence):
        return None
    arrangement = pair.orders.first()
    if arrangement == evidence.arrangement:
        return None
    return replace(evidence, arrangement=arrangement, proved=0, assumptions=())


def _prover(inquiry: Inquiry, evidence: Evidence) -> Prover:
    return inquiry.prover_at(inquiry.pair.options.bound, evidence.arrangement)


def prove_with_more_rows(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Repeat the proof with the rows that every LIMIT and count needs."""
    return _raised(inquiry, evidence).within(evidence, inquiry.pair.budget.proving.raised_work)


def _raised(inquiry: Inquiry, evidence: Evidence) -> Prover:
    return inquiry.prover_at(inquiry.pair.needed_rows, evidence.arrangement)


def prove_beyond(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Repeat a proof with more rows than were asked for: as many as make it one for every database, or just more."""
    for rows, work in _beyond(inquiry, evidence):
        with inquiry.meter.held_to(work):
            found = inquiry.prover_at(rows, evidence.arrangement).beyond(evidence, work)
        if found is not None:
            return found
    return evidence


def _beyond(inquiry: Inquiry, evidence: Evidence) -> Iterator[tuple[int, float]]:
    """Yield the rows that are worth trying, the dearest first, and what each may cost."""
    pair, proving = inquiry.pair, inquiry.pair.budget.proving
    needed = inquiry.threshold if only_about_values((*pair.stated, *evidence.assumptions)) else None
    if needed is not None:
        if evidence.proved < needed <= proving.raised_rows:
            yield needed, proving.closing_work
        if needed <= evidence.proved:
            return
    spent = inquiry.meter.work.spent
    if spent > proving.cheap_work:
        return
    most = min(proving.growth * pair.options.bound, MOST_ROWS)
    for rows in (most, (evidence.proved + most) // 2):
        if rows > evidence.proved:
            yield rows, spent


def prove_over_doubles(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Repeat the proof with arithmetic that rounds and overflows."""
    return inquiry.prover_at(evidence.proved, evidence.arrangement).over_doubles(evidence)


def look_for_answer(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Ask for a database on which the queries return something: that both always return nothing proves little."""
    pair, prover = inquiry.pair, inquiry.prover_at(evidence.proved, evidence.arrangement)
    found = prover.answers(evidence, pair.budget.proving.answer_work, replies=pair.replies)
    return replace(evidence, answered=bool(found), silent=found is False)


def look_for_stronger(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Ask the solver for a difference of a stronger grade."""
    excluded = _WITHOUT_NULLS if inquiry.only_nulls_tell else frozenset()
    if excluded and _candidate(evidence).grade is Grade.NULLS:
        return replace(evidence, settled=True)
    found = inquiry.prover.stronger(evidence, inquiry.pair.budget.polishing, excluded)
    bound = inquiry.pair.options.bound
    within = inquiry.pair.needed_rows <= bound and _candidate(evidence).database.height <= bound
    return replace(found, settled=found.settled and within)


def simplify(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Make the witness simpler."""
    from spotit.search.witness.shrink import shrink

    allowance = inquiry.meter.within(inquiry.pair.budget.polishing.shrink_work)
    is_real = inquiry.real is not None
    shrunk = shrink(inquiry.shown_on, _candidate(evidence), allowance=allowance, keep_values=is_real)
    inquiry.meter.databases += shrunk.databases
    is_best = shrunk.candidate.grade is Grade.ORDINARY and evidence.belief is not Belief.UNLIKELY
    settled = evidence.settled or is_best
    return replace(evidence, candidate=shrunk.candidate, settled=settled)


def show_real_values(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Let the witness show real-looking values where no query names any."""
    from spotit.search.witness.renaming import rename

    if inquiry.real is not None:
        return evidence
    pair, best = inquiry.shown_on, _candidate(evidence)
    if inquiry.realism is not None:
        from spotit.search.realism.recognisable import made_recognisable

        pair, best = made_recognisable(inquiry.realism, pair, best, inquiry.meter)
    renamed = rename(pair, best, inquiry.lexicon)
    inquiry.meter.databases += renamed.databases
    return replace(evidence, candidate=renamed.candidate)


def confirm_on_engine(inquiry: Inquiry, evidence: Evidence) -> Evidence | Undecided:
    """Run both queries on the witness once more; what the engine does not confirm is no difference."""
    from spotit.search.witness.confirm import confirm

    pair, best = inquiry.declared or inquiry.pair, _candidate(evidence)
    broken = inquiry.realism.broken(best.database) if inquiry.realism is not None else ()
    unlikely = evidence.belief is Belief.UNLIKELY and broken
    confirmed = confirm(
        pair.engine,
        pair.left_sql,
        pair.right_sql,
        best.database,
        ordered=pair.ordered,
        grade=Grade.UNLIKELY if unlikely else best.grade,
        endless=pair.endless,
    )
    if confirmed is not None:
        origin = None if inquiry.real is None else inquiry.real.origin(best.database)
        breaks = tuple(rule.fact.sentence for rule in broken)
        witness = replace(confirmed.witness, tags=best.tags, breaks=breaks, origin=origin)
        settled = evidence.settled and not pair.schema.unkept
        known = best.grade is Grade.NULLS and evidence.belief is Belief.BELIEVABLE
        found = replace(confirmed, witness=witness, settled=settled, known_nulls=known)
        return replace(evidence, confirmed=found)
    if not inquiry.planned:
        return replace(evidence, candidate=None)
    return Undecided(Obstacle(ObstacleKind.UNCONFIRMED_WITNESS))


def explain_difference(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Say why the queries differ on the witness."""
    from spotit.search.witness.cause import explain

    confirmed, text = _confirmed(evidence), explain(inquiry.pair, _candidate(evidence))
    return replace(evidence, confirmed=replace(confirmed, witness=replace(confirmed.witness, explanation=text)))


def prove_minimal(inquiry: Inquiry, evidence: Evidence) -> Evidence:
    """Find out whether no witness of the grade has fewer rows; only the empty database has fewer than one.

    Nothing is said of rows in schemas with restrictions that nobody keeps: there the witness itself is in doubt. Of one
    that keeps rules of the data it is not asked: fewer rows may do for one that breaks them.
    """
    best, minimal = _candidate(evidence), False
    if best.database.size == 0:
        minimal = True
    elif inquiry.pair.schema.unkept:
        minimal = False
    elif best.database.size == 1 and len(inquiry.pair.instants) <= 1:
        minimal = not _shows(inquiry, Database(), best.grade)
    elif best.database.size <= (least := _least_rows(inquiry, best.grade)) and best.grade is not Grade.ERROR:
        minimal = True
    elif inquiry.planned and not inquiry.shown_on.rules:
        work = inquiry.pair.budget.polishing.minimal_work
        minimal, evidence = inquiry.prover.no_smaller(evidence, best, least, work)
    confirmed = _confirmed(evidence)
    return replace(evidence, confirmed=replace(confirmed, witness=replace(confirmed.witness, minimal=minimal)))


def _least_rows(inquiry: Inquiry, grade: Grade) -> int:
    """Return how many rows a difference of the grade takes at least."""
    pair = inquiry.pair
    if pair.plans is None:
        return 0
    silent = pair.replies and grade in _SAY_SOMETHING and not pair.instants and _says_nothing(inquiry, Database())
    return least_rows(pair.plans, pair.schema, pair.options, replies=not silent)


def _says_nothing(inquiry: Inquiry, database: Database) -> bool:
    """Tell whether neither query returns more on a database than what no qualifying row gives."""
    inquiry.meter.databases += 1
    results = inquiry.pair.results(database)
    both = () if results is None else ((results.left, inquiry.pair.cells[0]), (results.right, inquiry.pair.cells[1]))
    return bool(both) and all(isinstance(one, Rows) and void(one, cells) for one, cells in both)


def _shows(inquiry: Inquiry, database: Database, grade: Grade) -> bool:
    """Tell whether the queries differ on a database, in a way that counts and is at least as convincing."""
    inquiry.meter.databases += 1
    found = candidate_of(inquiry.pair, database)
    return found is not None and counts(inquiry.pair, found) and found.grade.rank <= grade.rank


def _candidate(evidence: Evidence) -> Candidate:
    assert evidence.candidate is not None
    return evidence.candidate


def _confirmed(evidence: Evidence) -> Different:
    assert evidence.confirmed is not None
    return evidence.confirmed
