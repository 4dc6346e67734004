"""The plan by which a check spends its effort: every share, limit and count, in one place.

Effort is counted, in units of work (`spotit.work`), and never timed, so that it does not depend on the machine or on
what else runs there. `PRICES` says what a unit buys; the user scales all of it by `Options.work`. The clock on the wall
only ends a check (`Options.timeout`). The figures come from measurements (BENCHMARKS.md): most differing pairs fall to
the first hundred databases, most equivalent pairs fold to "equal" without a solver, and only what is left is worth a
long search.
"""

from __future__ import annotations

from dataclasses import field

from spotit.frozen import frozen


@frozen
class Prices:
    """What things cost, in units: about the seconds that they take on one core."""

    database: float = 1 / 10_000
    """A database that is loaded and queried."""
    engine_step: float = 1 / 50_000_000
    """A step of the engine, for queries that take many."""
    day: float = 1 / 4_000_000
    """A day for which two functions of dates are computed."""
    term: float = 1 / 100_000
    """A term that is made."""
    row: float = 1 / 100_000
    """A row of a symbolic table, or one look at it."""
    character: float = 1 / 10_000_000
    """A character of what the solver is told."""
    solver_step: float = 1 / 8_000_000
    """A step of the solver, by its own count."""
    hard_step: float = 1 / 1_000_000
    """The same, where columns are multiplied, divided or rounded: there each step takes longer."""
    evaluation: float = 1 / 10_000_000
    """One term evaluated by our own interpreter."""


PRICES = Prices()


@frozen
class Looking:
    """Concrete search, counted in databases."""

    glance: int = 12
    """Databases tried before parts of plans are compared, which takes about as long."""
    first: int = 80
    """Databases tried before anything is proved up to a bound."""
    second: int = 240
    """Databases tried when the queries do not fold to the same terms."""
    rounding: int = 160
    """Databases tried for a rounding difference where a proof takes real arithmetic to be exact."""
    rounding_rows: int = 12
    """Rows per table of larger ones: quotients of few rows are few, and most of them are rounded alike."""
    attack: int = 400
    """Databases with nasty values tried where a proof rests on something that may fail."""
    long: int = 2500
    """Databases tried when the solver gave up too."""
    clean: int = 80
    """Databases without NULLs that are tried before any with NULLs."""
    patience: int = 240
    """Databases tried after a weaker witness in the hope of an ordinary one."""
    crowded: int = 80
    """Larger databases tried where a LIMIT or a count needs more rows than the bound has."""
    crowded_rows: int = 210
    """Rows per table of such a database, at most."""
    crowded_blindly: int = 25
    """Rows per table that are tried where more are needed than such a database has."""
    crowded_share: float = 0.05
    """Share of all work that the look at them may take."""
    example_bases: int = 120
    """Databases of real rows, as they are, that are tried where the example database is at hand."""
    example_cells: int = 2500
    """Databases of real rows with one cell changed."""
    example_pairs: int = 600
    """Databases of real rows with two cells changed."""
    example_work: float = 1.0
    """For all of them together."""
    example_run: int = 50_000_000
    """Steps of the engine for a query on the example database, before no difference is claimed."""
    example_steps: int = 5_000_000
    """Steps of the engine for one query on the example database."""
    share: float = 0.3
    """Share of all work that one look may take."""
    query_steps: int = 20_000_000
    """Steps of the engine for one query on one tiny database; what takes longer does not end at all."""


@frozen
class Proving:
    """The search for a proof at a bound."""

    parts_work: float = 0.5
    """Spent on a proof that parts of plans agree on each single row."""
    encoding_share: float = 0.5
    """Share of the work left that building the terms of one bound may take."""
    large_terms: int = 3000
    """Terms from which on the solver may well give up, so that a small bound is proved first."""
    first_rows: int = 2
    """That small bound."""
    first_share: float = 0.2
    """Share of the work left that it may take."""
    full_share: float = 0.7
    """Share of the work left that the full bound may take before smaller bounds are tried."""
    smaller_share: float = 0.8
    """Share of the work left that smaller bounds may take; the rest is for one more look at concrete databases."""
    calendar_share: float = 0.2
    """Share of a bound's work for a proof in which day numbers are any numbers."""
    rewritten_share: float = 0.6
    """Share of a bound's work for the plans once rewritten."""
    unpaired_share: float = 0.1
    """Share of a bound's work after which rows that are the same on both sides are looked for, and left out."""
    pairing_share: float = 0.5
    """Share of the work left that this may take."""
    pair_work: float = 1.0
    """For one question whether two rows are the same."""
    unswept_share: float = 0.5
    """Share of a bound's work after which conditions that mean the same are merged, and the solver is asked again."""
    sweep_share: float = 0.7
    """Share of the work left that merging may take."""
    models: int = 6
    """Models that the engine does not confirm before the search gives up."""
    arrangements: int = 8
    """Arrangements of columns that are tried where models refute one but not all."""
    open_models: int = 2
    """Models on which SQL leaves the result open before the search gives up on those."""
    choices: int = 12
    """Choices among tied rows that are tried in the search for a difference by every choice."""
    null_rows_share: float = 0.05
    """Share of the rest for whether no row can be left against a row of NULLs, which does not count."""
    permitted_share: float = 0.3
    """Share of the rest for a proof that the queries permit the same results where SQL leaves a choice open."""
    choices_share: float = 0.5
    """Share of the work left for a stronger grade that this may take."""
    least_work: float = 0.01
    """What one question gets even when the work is used up."""
    moved_dates: int = 1
    """How often a query may move a date before every day is looked at instead of asking the solver."""
    functions_work: float = 2.0
    """Spent on a proof with functions of columns as columns of their own."""
    failing_work: float = 1.0
    """Spent on a database on which one query fails, where a proof takes none to fail."""
    rounded_models: int = 6
    """Models with results of arithmetic that the engine does not have before the search gives up."""
    doubles_work: float = 2.0
    """Spent on a proof that does not take real arithmetic to be exact."""
    raised_rows: int = 25
    """The greatest bound that is tried where a LIMIT or a count needs more rows than the bound has."""
    raised_work: float = 1.5
    """Spent on a proof at that bound."""
    growth: int = 2
    """How many times the bound that was asked for is tried after a proof there."""
    cheap_work: float = 0.1
    """What the check may have taken so far: then as much is spent on that bound, and as much on one halfway."""
    closing_work: float = 0.5
    """Spent on a proof with so many rows that it is one for every database."""
    answer_work: float = 1.0
    """Spent on a database on which the queries return something."""


@frozen
class Solving:
    """One question to the solver, from the plain one to its cases."""

    first_work: float = 0.3
    """What the first look at a question may take, whatever its share: half an attempt is wasted."""
    solver_share: float = 0.5
    """Share of the work left for one way of solving before the next is tried; the last gets all of it."""
    grace_work: float = 0.05
    """What is left when a question counts as given up."""
    patience_seconds: float = 2.0
    """Some steps of the solver take long: the clock stops it after so many seconds, and the check is `cut_short` ..."""
    patience_factor: float = 6.0
    """... and after so many more for each unit of work that it was allowed."""
    interrupt_seconds: float = 0.05
    """Between one interrupt and the next, until the solver stops."""
    whole_share: float = 0.2
    """Share of a question's work for the first look at the whole of it."""
    cases_share: float = 0.8
    """Share of the remaining work for all cases together; at least the same share of that is for the next case."""
    weighed: int = 8
    """Disjunctions whose size is looked at: there may be thousands, each over the same large terms."""
    cases: int = 400
    """Cases that are tried, at most."""
    merge_work: float = 0.3
    """For one question whether two conditions mean the same."""
    merge_tries: int = 12
    """Such questions for one condition; each that ends without a merge is one more sample."""


@frozen
class Judging:
    """How convincing a difference is, on one database."""

    open_work: float = 0.5
    """For executing the plans on it with the choices that SQL leaves open."""
    choices_work: float = 0.5
    """For the solver to tell whether some choice makes the results equal."""
    all_choices: int = 150
    """Choices that are all tried, if there are no more."""
    random_choices: int = 12
    """Choices tried before the solver is asked, if there are more."""


@frozen
class Polishing:
    """What a difference is worth once it is found."""

    grade_work: float = 0.8
    """Spent on a witness of a stronger grade, or on a proof that there is none within the bound."""
    small_grade_work: float = 0.2
    """Spent on a witness of a stronger grade with few rows, where that is not enough."""
    believable_work: float = 1.5
    """Spent on a difference on invented data that keep the rules of example data."""
    believable_solving: float = 0.3
    """Spent on the solver's part of that, with few rules."""
    shrink_work: float = 0.4
    """Spent on a simpler witness."""
    confirm_seconds: float = 30.0
    """Seconds for one query on the witness, when it is confirmed and explained: it has been run before."""
    minimal_work: float = 0.5
    """Spent on a proof that no witness has fewer rows."""


@frozen
class Budget:
    """The whole plan of a check."""

    whole: float = 10.0
    """Units of work for all of it."""
    looking: Looking = field(default_factory=Looking)
    proving: Proving = field(default_factory=Proving)
    solving: Solving = field(default_factory=Solving)
    judging: Judging = field(default_factory=Judging)
    polishing: Polishing = field(default_factory=Polishing)


BUDGET = Budget()
"""The plan that every check follows."""
