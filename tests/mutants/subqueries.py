"""Mutations of the rules on first rows, windows, groups and subqueries: mostly a side condition that is forgotten."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

_FIRST_ROWS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/rows/first_by_key",
        (
            "_apply",
            "not never_null(key, below, facts) or not unique_on(below, (key,), facts) or is_open(below, place)",
            "not never_null(key, below, facts)",
        ),
        (
            "_apply",
            "not never_null(key, below, facts) or not unique_on(below, (key,), facts) or is_open(below, place)",
            "not unique_on(below, (key,), facts)",
        ),
        ("_apply", "'max' if first.descending else 'min'", "'min'"),
    ),
    *mutations(
        "plan/rules/rows/first_as_extreme",
        ("_apply", "not place.seen.absence", "True"),
        ("_decides", "never_null(first.expr, below, facts)", "True"),
        (
            "_apply",
            "keys[0].expr == value and _decides(keys, below, place.facts)",
            "_decides(keys, below, place.facts)",
        ),
    ),
    *mutations(
        "plan/rules/windows/first_of_partition",
        ("_first", "not numbers_once(call, rows, place.facts) and (more or not is_rank(call))", "False"),
        (
            "_is_first",
            "case e.Compare(op=e.CompareOp.LE, left=left, right=e.Literal(value=1)):",
            "case e.Compare(op=e.CompareOp.LE, left=left):",
        ),
        (
            "_first",
            "e.Compare(e.CompareOp.IS, substitute(p, columns), p, collation)",
            "e.Compare(e.CompareOp.EQ, substitute(p, columns), p, collation)",
        ),
        ("_apply", "not asked or number.id in used_ids([*expressions_of(rel), *rest])", "not asked"),
    ),
    *mutations(
        "plan/rules/rewriting",
        (
            "_Run._relation_step",
            "new is not None and (not seen.order or same_orders(rel, new, self._facts))",
            "new is not None",
        ),
    ),
    *mutations(
        "plan/facts/choices",
        (
            "covers_partition",
            "end is e.BoundKind.CURRENT_ROW and (not call.order) and (frame.unit is not e.FrameUnit.ROWS)",
            "True",
        ),
        (
            "covers_partition",
            "end is e.BoundKind.CURRENT_ROW and (not call.order) and (frame.unit is not e.FrameUnit.ROWS)",
            "end is e.BoundKind.CURRENT_ROW and (not call.order)",
        ),
    ),
    *mutations(
        "plan/rules/windows/calls_as_values",
        (
            "partition_of",
            "e.Compare(e.CompareOp.IS, substitute(expr, columns), expr, collation)",
            "e.Compare(e.CompareOp.EQ, substitute(expr, columns), expr, collation)",
        ),
        ("up_to", "e.CompareOp.LE if last else e.CompareOp.LT", "e.CompareOp.LT"),
        (
            "up_to",
            "not call.order or not all((never_null(key.expr, rows, place.facts) for key in call.order))",
            "not call.order",
        ),
        ("up_to", "(key.expr, there) if key.descending else (there, key.expr)", "(there, key.expr)"),
    ),
    *mutations(
        "plan/rules/windows/window_as_subquery",
        (
            "_value",
            "e.AggCall(call.func, call.args, filter=call.filter, collation=call.collation)",
            "e.AggCall(call.func, call.args, collation=call.collation)",
        ),
    ),
    *mutations(
        "plan/rules/windows/rank_as_count",
        ("_value", "is_row_number(call) and numbers_once(call, rows, place.facts)", "is_row_number(call)"),
    ),
    *mutations(
        "plan/rules/windows/neighbour",
        (
            "_value",
            "call.func in _BESIDE and len(call.args) == 1 and numbers_once(call, rows, place.facts)",
            "call.func in _BESIDE and len(call.args) == 1",
        ),
        (
            "_value",
            "call.func in _BESIDE and len(call.args) == 1 and numbers_once(call, rows, place.facts)",
            "call.func in _BESIDE and numbers_once(call, rows, place.facts)",
        ),
    ),
    *mutations("plan/rules/extremes/one_group", ("_is_one", "all((key in fixed for key in groups.keys))", "True")),
    *mutations(
        "plan/rules/extremes/having_extreme",
        ("_said", "beyond if _are_identical(groups, head, place) else None", "beyond"),
        ("_said", "not never_null(call.args[0], groups.input, place.facts)", "False"),
    ),
    *mutations(
        "plan/rules/groups/groups_of_join",
        (
            "_apply",
            "not unique_on(kept, same, place.facts) or is_open(partners.rel, place)",
            "is_open(partners.rel, place)",
        ),
    ),
    *mutations(
        "plan/rules/rows/distinct_join_as_exists", ("_apply", "not unique_on(below, same, place.facts)", "False")
    ),
    *mutations(
        "plan/rules/subqueries/value_of_rows",
        ("is_never_null", "call.function.counts or call.func == 'total'", "False"),
        ("is_never_null", "call.function.counts or call.func == 'total'", "call.function.counts"),
    ),
    *mutations(
        "plan/facts/seen",
        ("seen_below", "seen.absence or not passes", "seen.absence"),
    ),
)
_GROUPS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/groups/sum_of_ones",
        ("_apply", "case r.Aggregate(grouped=True):", "case r.Aggregate():"),
        ("_counted", "when.result == _ONE and other == _ZERO", "when.result == _ONE"),
        (
            "_counted",
            'case AggCall(func="sum", distinct=False, filter=None, args=(Case(whens=(when,), default=other),)):',
            'case AggCall(func="sum", filter=None, args=(Case(whens=(when,), default=other),)):',
        ),
    ),
    *mutations(
        "plan/rules/groups/count_of_group",
        (
            "_apply",
            "case r.Filter(input=r.Aggregate(grouped=True) as groups):",
            "case r.Filter(input=r.Aggregate() as groups):",
        ),
        ("_is_sure", "column == made and call == AggCall('count')", "column == made"),
    ),
    *mutations(
        "plan/rules/groups/unused_aggregate",
        ("_without_unused", "made.id in read or fails(call)", "fails(call)"),
    ),
    *mutations(
        "plan/rules/groups/extreme_key",
        ("_apply", "not unique_on(rel.input, (key, *groups), place.facts)", "False"),
        ("_apply", "not never_null(key, rel.input, place.facts) or is_open(rel.input, place)", "False"),
        (
            "_apply",
            "Compare(CompareOp.IS, columns[column.id], column)",
            "Compare(CompareOp.EQ, columns[column.id], column)",
        ),
        ("_apply", "rel.grouped or (bool(rel.bare) and (not place.seen.absence))", "rel.grouped or bool(rel.bare)"),
    ),
    *mutations(
        "plan/rules/groups/extreme_of_one_row",
        ("_apply", "place.seen.absence", "False"),
        ("_apply", "at_most_one_row(rel.input, place.facts)", "True"),
        ("_asks_for_some", "values.get(count) == AggCall('count')", "True", 0),
    ),
    *mutations(
        "plan/rules/groups/groups_of_outer_join",
        ("_apply", "not unique_on(kept, same, place.facts) or is_open(outer.optional, place)", "False"),
        ("_is_of_partners", "case (Column(id=number),) if number in there:", "case _:"),
        (
            "_apply",
            "there & used_ids([*rel.keys, *rel.bare, *block.conditions]) "
            "or any(map(has_relation, conjuncts_of(outer.on)))",
            "False",
        ),
    ),
    *mutations(
        "plan/rules/groups/groups_of_groups",
        ("_whole", "call.func == made.func and call.function.extreme", "call.function.extreme"),
        (
            "_whole",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct) and grouped",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct)",
        ),
        (
            "_whole",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct) and grouped",
            "call.func == 'sum' and (made.func == 'count') and (not made.distinct) and grouped",
        ),
    ),
    *mutations(
        "plan/rules/groups/filter_as_where",
        (
            "_apply",
            "case r.Aggregate(grouped=False, bare=(), aggregates=calls) if calls:",
            "case r.Aggregate(bare=(), aggregates=calls) if calls:",
        ),
        ("_apply", "all((test in other for other in rest)) and (not has_relation(test))", "not has_relation(test)"),
    ),
    *mutations(
        "plan/rules/groups/filter_for_case",
        ("_filtered", "[*conjuncts_of(call.filter), *conjuncts_of(when.condition)]", "conjuncts_of(when.condition)"),
        (
            "_filtered",
            "case AggCall(args=(Case(whens=(when,), default=Literal(value=None)),)) if skips_nulls(call):",
            "case AggCall(args=(Case(whens=(when,)),)) if skips_nulls(call):",
        ),
    ),
    *mutations(
        "plan/rules/joins/join_with_groups",
        ("_Lookup.is_implied", "any((refuses(test, {number}) for test in self.rest for number in missing))", "True"),
        ("_looked_up", "len(fixed) < len(keys)", "False"),
        (
            "_Lookup.is_implied",
            "[number for number, call in self._calls.items() if not is_never_null(call)]",
            "list(self._calls)",
        ),
    ),
)
_SUBQUERIES: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/subqueries/count_as_exists",
        ("", "(CompareOp.GE, 1)", "(CompareOp.GE, 2)"),
        ("_apply", "_MIRRORED.get(op, op)", "op"),
        (
            "_counted",
            "[*(Not(IsNull(arg)) for arg in call.args), *([] if call.filter is None else [call.filter])]",
            "[]",
        ),
        (
            "_counted",
            'case r.Aggregate(grouped=False, aggregates=(AggCall(func="count") as call,), bare=()):',
            'case r.Aggregate(aggregates=(AggCall(func="count") as call,), bare=()):',
        ),
        ("_said", "found if (op, number) in _SOME else Not(found)", "found"),
    ),
    *mutations(
        "plan/rules/subqueries/one_row_of_scalar",
        ("_is_more", "limit.limit.value not in (0, 1)", "limit.limit.value != 1"),
        ("_apply", "replace(expr, rel=replace(limit, limit=Literal(1)))", "replace(expr, rel=limit.input)"),
    ),
    *mutations(
        "plan/rules/subqueries/lone_subquery",
        ("_is_one_row", "isinstance(rel, r.Aggregate) and (not rel.grouped)", "isinstance(rel, r.Aggregate)"),
        (
            "_apply",
            "_is_one_row(inner.input) or (not place.seen.absence and at_most_one_row(inner, place.facts))",
            "at_most_one_row(inner, place.facts)",
        ),
        (
            "_apply",
            "_is_one_row(inner.input) or (not place.seen.absence and at_most_one_row(inner, place.facts))",
            "True",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/not_in_beside",
        ("_as_exists", "sure and all((_is_given(arg, others, rows, place) for arg in args))", "sure"),
        (
            "_as_exists",
            "sure and all((_is_given(arg, others, rows, place) for arg in args))",
            "all((_is_given(arg, others, rows, place) for arg in args))",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/greatest_as_none_greater",
        ("_said", "(value, of) if call.func == 'max' else (of, value)", "(value, of)"),
        ("_given", "() if test in rest else None", "()"),
        ("_given", "(Not(IsNull(left)),)", "()"),
        (
            "_said",
            "[Not(IsNull(value)), *(test for part in given for test in part or ()), Not(others)]",
            "[*(test for part in given for test in part or ()), Not(others)]",
        ),
        (
            "_said",
            "not isinstance(of, Column) or columns.get(of.id) != value or None in given",
            "not isinstance(of, Column) or None in given",
        ),
        ("_said", "not any(given)", "True"),
    ),
    *mutations(
        "plan/rules/subqueries/scalar_as_outer_join",
        (
            "_looked_up",
            "case r.Project(input=rows, exprs=(Column() as value,)) if at_most_one_row(part.rel, place.facts):",
            "case r.Project(input=rows, exprs=(Column() as value,)):",
        ),
    ),
    *mutations(
        "plan/rules/rows/no_rows",
        ("_is_empty", "case r.Join(kind=r.JoinKind.LEFT):", "case r.Join():"),
        (
            "_is_empty",
            "case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() "
            "| r.Aggregate(grouped=True):",
            "case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Aggregate():",
        ),
        ("_one_arm", "r.Project(other, other.columns, rel.columns)", "r.Values((), rel.columns)"),
    ),
    *mutations(
        "plan/rules/rows/below_union_all",
        ("_apply", "replace(both, left=arms[0], right=arms[1])", "replace(both, left=arms[0])"),
        (
            "_apply",
            "case r.Filter(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both) if not has_relation(rel.predicate):",
            "case r.Filter(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both):",
        ),
    ),
    *mutations(
        "plan/rules/rows/true_filter",
        ("_apply", "constant_truth(rel.predicate) is True", "constant_truth(rel.predicate) is not None"),
    ),
    *mutations(
        "plan/rules/conditions/sure_null_test",
        ("_apply", "place.over is not None and never_null(expr.arg, place.over, place.facts)", "True"),
    ),
)
SUBQUERIES: tuple[Mutation, ...] = (*_FIRST_ROWS, *_GROUPS, *_SUBQUERIES)
