"""Mutations of the rules on constants, UNION ALL and questions for a partner: a side condition that is forgotten."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

CONSTANTS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/constants/one_row",
        (
            "_apply",
            "case r.Join(kind=r.JoinKind.INNER, right=r.Values(rows=((),)), on=None):",
            "case r.Join(kind=r.JoinKind.INNER, right=r.Values(), on=None):",
        ),
        (
            "_apply",
            "case r.Project(input=r.Aggregate(grouped=False) as below) if not may_fail(below):",
            "case r.Project(input=r.Aggregate() as below) if not may_fail(below):",
        ),
        ("_apply", "used_ids(rel.exprs).isdisjoint((column.id for column in below.columns))", "True"),
    ),
    *mutations(
        "plan/rules/constants/constant_key",
        ("is_constant", "not any((isinstance(node, Column) for node in walk(expr)))", "True"),
        ("_without_constants", "kept or [0][:len(exprs)]", "kept"),
        ("_grouped", "rel.keys[number] if number in dropped else column", "column"),
    ),
    *mutations(
        "plan/rules/constants/constant_column",
        ("_fixed", "test.op is not CompareOp.EQ", "False"),
        ("_fixed", "form is Form.WHOLE", "True"),
        ("_fixed", "test.collation.is_identity", "True"),
    ),
    *mutations(
        "plan/rules/constants/null_operand", ("_apply", "is_null_with(expr, ())", "Literal(None) in walk(expr)")
    ),
    *mutations(
        "plan/rules/unions/unread_column",
        ("_narrowed", "tuple((rel.exprs[number] for number in kept))", "rel.exprs[: len(kept)]"),
    ),
    *mutations(
        "plan/rules/unions/groups_of_union",
        ("_counted", "call.func == made.func", "True"),
        (
            "_counted",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct) and grouped",
            "call.func == 'sum' and made.func == 'count' and (not made.distinct) and grouped",
        ),
        (
            "_counted",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct) and grouped",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and grouped",
        ),
        (
            "_counted",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct) and grouped",
            "call.func == 'sum' and (not call.distinct) and (made.func == 'count') and (not made.distinct)",
        ),
        ("_where", "made.filter is None", "True"),
        ("_key", "made.collation.is_identity", "True"),
    ),
    *mutations(
        "plan/rules/subqueries/outer_join_as_exists",
        ("_is_sure", "sure or never_null(column, outer.optional, place.facts)", "True"),
        ("_apply", "copies and (not has_one_partner(kept, outer.optional, outer.on, place.facts))", "False"),
        ("_apply", "there & used_ids([expr for expr, _ in tested])", "False"),
        ("_Asked.asking", "Not(Exists(r.Project(partners, (), ())))", "Exists(r.Project(partners, (), ()))"),
    ),
    *mutations(
        "plan/rules/subqueries/merged_exists",
        ("_question", "not isinstance(arg, Not)", "False"),
        ("_apply", "Not(asked) if isinstance(expr, And) else asked", "asked"),
        ("_apply", "Or((one.condition, condition))", "And((one.condition, condition))"),
        ("_read", "tests[0] if len(tests) == 1 else And(tuple(tests))", "tests[0]"),
    ),
    *mutations(
        "plan/rules/extremes/skipped_nulls",
        ("_apply", "call.args == (value,) and skips_nulls(call)", "skips_nulls(call)"),
    ),
    *mutations(
        "plan/rules/extremes/having_extreme",
        ("_counted", "not some", "False"),
        ("_counted", "_are_identical(groups, head, place)", "True"),
        (
            "_none_beside",
            "Compare(CompareOp.IS, substitute(key, columns), key, made.collation)",
            "Compare(CompareOp.EQ, substitute(key, columns), key, made.collation)",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/count_as_exists",
        ("said_of_count", "_MIRRORED.get(op, op)", "op"),
    ),
    *mutations(
        "plan/rules/rows/no_rows",
        ("_apply", "_has_none(rel.right) or rel.on in _NEVER", "_has_none(rel.right) or rel.on is not None"),
    ),
    *mutations(
        "plan/rules/rows/inlined_projection",
        ("_is_null_without_partner", "is_null_with(expr, {column.id for column in rel.input.columns})", "True"),
        (
            "_is_null_without_partner",
            "is_null_with(expr, {column.id for column in rel.input.columns})",
            "is_null_with(expr, {column.id for column in rel.input.columns}) or isinstance(expr, Column)",
        ),
    ),
)
