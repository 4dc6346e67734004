"""Mutations of the rewriting rules and of what they take for known: mostly a side condition that is forgotten."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

_CONDITIONS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/conditions/repeated_operand", ("_apply", "junction(type(expr), args, place.truth)", "args[0]")
    ),
    *mutations(
        "plan/rules/conditions/truth_values",
        ("junction", "truth <= SeenValue.LOGIC or is_truth_value(args[0])", "True"),
        ("is_truth_value", "value is None or (isinstance(value, int) and value in (0, 1))", "True"),
        ("constant_truth", "expr.value != 0", "True"),
    ),
    *mutations(
        "plan/rules/conditions/constant_operand",
        ("_apply", "FALSE if neutral else TRUE", "TRUE if neutral else FALSE"),
        ("_apply", "not neutral", "neutral"),
    ),
    *mutations(
        "plan/rules/conditions/double_negation",
        ("_apply", "place.truth <= SeenValue.LOGIC or is_truth_value(inner)", "True"),
        ("_apply", "Literal(int(not truth))", "Literal(int(truth))"),
    ),
    *mutations(
        "plan/rules/conditions/negated_junction",
        ("_apply", "Or(tuple((Not(arg) for arg in args)))", "And(tuple((Not(arg) for arg in args)))"),
        ("_apply", "And(tuple((Not(arg) for arg in args)))", "Or(tuple((Not(arg) for arg in args)))"),
    ),
    *mutations(
        "plan/rules/conditions/negated_comparison",
        ("", "CompareOp.GE", "CompareOp.GT", 0),
        ("", "CompareOp.IS_NOT", "CompareOp.NE", 0),
    ),
    *mutations(
        "plan/rules/conditions/comparison_direction",
        (
            "_apply",
            "replace(expr, op=_MIRRORED[expr.op], left=expr.right, right=expr.left)",
            "replace(expr, op=_MIRRORED[expr.op])",
        ),
    ),
    *mutations(
        "plan/rules/conditions/comparison_with_null",
        ("_apply", "place.truth is SeenValue.TRUE", "True"),
        ("_apply", "expr.op is CompareOp.IS", "True", 0),
    ),
    *mutations(
        "plan/rules/conditions/self_comparison",
        ("_apply", "expr.op in _REFLEXIVE and column == other", "column == other"),
    ),
    *mutations(
        "plan/rules/conditions/constant_comparison",
        ("_apply", "expr.collation.key(left) == expr.collation.key(right)", "left == right"),
    ),
    *mutations(
        "plan/rules/conditions/case_as_condition",
        ("_apply", "constant_truth(result) is True and otherwise", "otherwise"),
        ("_apply", "constant_truth(result) is True and otherwise", "constant_truth(result) is True"),
    ),
    *mutations(
        "plan/rules/subqueries/in_as_exists",
        ("_apply", "place.truth is not SeenValue.TRUE and (not _never_null(expr, place))", "False"),
        ("_never_null", "there and all((never_null(arg, over, facts) for arg in expr.args))", "there"),
        (
            "_never_null",
            "there and all((never_null(arg, over, facts) for arg in expr.args))",
            "all((never_null(arg, over, facts) for arg in expr.args))",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/exists_without_columns",
        (
            "_apply",
            "case r.Limit(input=below, limit=Literal(value=int() as most), offset=None) if most != 0:",
            "case r.Limit(input=below):",
        ),
    ),
    *mutations(
        "plan/rules/rows/first_as_extreme",
        ("_decides", "first.descending and (not first.nulls_first)", "True"),
        ("_apply", "'max' if keys[0].descending else 'min'", "'min'"),
    ),
)
_ROWS: tuple[Mutation, ...] = (
    *mutations("plan/rules/rows/implied_null_test", ("_apply", "refuses(other, {column.id})", "True")),
    *mutations(
        "plan/rules/rows/merged_filters",
        ("_apply", "[*conjuncts_of(first), *conjuncts_of(second)]", "conjuncts_of(second)"),
    ),
    *mutations(
        "plan/rules/rows/repeated_sort_key",
        ("_apply", "isinstance(k.expr, Column) and k.collation.is_identity", "isinstance(k.expr, Column)"),
        ("_apply", "other.expr == key.expr and other.collation is key.collation", "other.expr == key.expr"),
    ),
    *mutations("plan/rules/rows/unseen_order", ("", "frozenset({Loss.ORDER})", "frozenset()")),
    *mutations(
        "plan/rules/rows/unseen_copies",
        ("", "frozenset({Loss.COPIES})", "frozenset()"),
        ("keeps_identical_rows", "any((not column.collation.is_identity for column in rel.columns))", "False"),
        (
            "keeps_identical_rows",
            "not place.seen.forms or all((form_of(column, rel, place.facts) is not None for column in rel.columns))",
            "True",
        ),
    ),
    *mutations(
        "plan/rules/rows/union_as_distinct",
        ("_apply", "r.Distinct(replace(rel, kind=r.SetKind.UNION_ALL))", "replace(rel, kind=r.SetKind.UNION_ALL)"),
    ),
    *mutations(
        "plan/rules/rows/distinct_by_key",
        ("_apply", "[column for column in columns if column.collation.is_identity]", "columns"),
        ("_apply", "unique_on(rel.input, compared, place.facts)", "True"),
    ),
    *mutations(
        "plan/rules/rows/inlined_projection",
        ("_projections", "not optional or all((_is_null_without_partner(expr, rel) for expr in rel.exprs))", "True"),
        ("_projections", "optional or kind is r.JoinKind.LEFT", "optional"),
    ),
    *mutations(
        "plan/rules/rows/renamed_columns",
        (
            "_apply",
            "len(new_of) != len(rel.exprs) or set(new_of) != {column.id for column in made.columns}",
            "len(new_of) != len(rel.exprs)",
        ),
    ),
)
_JOINS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/joins/condition_above_join",
        (
            "_apply",
            "case r.Join(kind=r.JoinKind.INNER, left=left, right=right, on=on) if on is not None:",
            "case r.Join(left=left, right=right, on=on) if on is not None:",
        ),
    ),
    *mutations(
        "plan/rules/joins/filter_above_join",
        (
            "_apply",
            "case r.Join(kind=r.JoinKind.INNER, right=r.Filter() as right):",
            "case r.Join(right=r.Filter() as right):",
        ),
    ),
    *mutations(
        "plan/rules/joins/filter_into_outer_join",
        ("_apply", "[*conjuncts_of(rel.on), *conjuncts_of(right.predicate)]", "conjuncts_of(rel.on)"),
    ),
    *mutations(
        "plan/rules/joins/right_as_left",
        (
            "_apply",
            "r.Join(r.JoinKind.LEFT, rel.right, rel.left, rel.on)",
            "r.Join(r.JoinKind.LEFT, rel.left, rel.right, rel.on)",
        ),
    ),
    *mutations(
        "plan/rules/joins/inner_below_outer_join",
        (
            "_apply",
            "replace(outer, left=r.Join(r.JoinKind.INNER, outer.left, other))",
            "replace(outer, right=r.Join(r.JoinKind.INNER, outer.right, other))",
        ),
    ),
    *mutations(
        "plan/rules/joins/outer_as_inner",
        (
            "",
            "{(True, False): _LEFT, (False, True): _RIGHT, (True, True): _INNER}",
            "{(True, False): _RIGHT, (False, True): _LEFT, (True, True): _INNER}",
        ),
        ("", "{(False, True): _INNER, (True, True): _INNER}", "{(True, False): _INNER, (True, True): _INNER}"),
    ),
    *mutations(
        "plan/rules/joins/equalities",
        ("_identical", "first is not None and first is second", "True"),
        ("Equalities.together", "first in found and second in found", "first in found"),
    ),
    *mutations("plan/rules/joins/equal_columns", ("_apply", "replace(found, others=others).conditions", "others")),
    *mutations(
        "plan/rules/joins/self_join_by_key",
        (
            "_same_rows",
            "len(pairs) == len(key) and all((equal.together(*pair) for pair in pairs))",
            "any((equal.together(*pair) for pair in pairs))",
        ),
    ),
    *mutations(
        "plan/rules/joins/join_by_foreign_key",
        ("_promised", "copies and frozenset(key.target_columns) not in facts.keys(key.target)", "False"),
        ("_pairs", "not key.is_plain", "False"),
        (
            "_apply",
            "others & read or any((column.id in others for found in equal.classes for column in found))",
            "False",
        ),
        ("_not_null", "not never_null(here, block.rel, facts)", "False"),
        ("_promised", "pairs and all((equal.together(*pair) for pair in pairs))", "pairs"),
    ),
    *mutations(
        "plan/rules/joins/unused_outer_join",
        ("_apply", "not copies or has_one_partner(kept, outer.optional, outer.on, place.facts)", "True"),
        (
            "_apply",
            "[*expressions_of(rel), *block.conditions, *(o.on for o in rest if o.on is not None)]",
            "[*expressions_of(rel)]",
        ),
    ),
    *mutations(
        "plan/rules/joins/exists_as_join",
        ("_apply", "rows is None or (copies and (not at_most_one_row(rows, place.facts)))", "rows is None"),
    ),
    *mutations(
        "plan/rules/joins/implied_equalities",
        ("implied_equalities", "Compare(CompareOp.EQ, left, right)", "Compare(CompareOp.IS_NOT, left, right)"),
    ),
)
_GROUPS: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/groups/count_of_rows",
        ("_counted", "never_null(arg, rel.input, place.facts) and (not may_fail(arg))", "True"),
    ),
    *mutations(
        "plan/rules/groups/distinct_of_key",
        ("_plain", "call.function.extreme or _differ(call, rel, facts)", "True"),
        ("_differ", "not isinstance(arg, Column) or not call.collation.is_identity", "not isinstance(arg, Column)"),
    ),
    *mutations(
        "plan/rules/groups/group_as_distinct",
        (
            "_apply",
            "r.Distinct(r.Project(rel.input, rel.keys, rel.columns))",
            "r.Project(rel.input, rel.keys, rel.columns)",
        ),
    ),
    *mutations(
        "plan/rules/groups/decided_column",
        ("_is_decided", "expr.id in decided", "True"),
        ("_apply", "isinstance(key, Column) and made.collation.is_identity", "isinstance(key, Column)"),
    ),
)
_LATER: tuple[Mutation, ...] = (
    *mutations(
        "plan/rules/conditions/sure_is",
        ("_apply", "all(sure) or (any(sure) and place.truth is SeenValue.TRUE)", "any(sure)"),
    ),
    *mutations(
        "plan/rules/groups/having_as_where",
        (
            "_is_of_keys",
            "any((column.id not in keys or not column.collation.is_identity for column in read))",
            "any((column.id not in keys for column in read))",
        ),
    ),
    *mutations(
        "plan/rules/groups/count_of_distinct",
        ("_apply", "not call.args and never_null(value, rows, place.facts)", "not call.args"),
    ),
    *mutations(
        "plan/rules/groups/groups_of_one",
        ("_apply", "len(made) == len(values) and unique_on(rel.input, same, place.facts)", "len(made) == len(values)"),
    ),
    *mutations(
        "plan/rules/rows/set_operation_as_exists",
        (
            "_apply",
            "Compare(CompareOp.IS, there, here, made.collation)",
            "Compare(CompareOp.EQ, there, here, made.collation)",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/exists_of_same_row",
        ("_holds", "never_null(left, tested, facts)", "True"),
        (
            "_by_key",
            "len(found) == len(key) and all(({column.id, columns[column.id].id} in pairs for column in found))",
            "any(({column.id, columns[column.id].id} in pairs for column in found))",
        ),
    ),
    *mutations(
        "plan/rules/subqueries/anti_join",
        ("_asks_for_none", "sure or never_null(column, outer.optional, place.facts)", "True"),
    ),
    *mutations(
        "plan/rules/subqueries/distinct_as_exists",
        (
            "_apply",
            "all((_is_fixed(c, tests, here) for c in leaf.columns))",
            "any((_is_fixed(c, tests, here) for c in leaf.columns))",
        ),
    ),
    *mutations(
        "plan/rules/joins/outer_by_foreign_key",
        ("_is_promised", "all((never_null(here[name], kept, facts) for name, _ in names))", "True"),
    ),
)
_FACTS: tuple[Mutation, ...] = (
    *mutations(
        "plan/facts/seen",
        ("seen_below", "replace(EVERYTHING, places=seen.places)", "replace(seen, order=False)"),
        (
            "_by_aggregation",
            "any((not call.function.extreme and (not call.distinct) for call in rel.aggregates))",
            "False",
        ),
        ("seen_below", "seen.copies and rel.kind is r.SetKind.UNION_ALL", "False"),
        ("takes_equals_alike", "all((isinstance(part, _ALIKE) for part in walk(expr)))", "True"),
    ),
    *mutations(
        "plan/facts/nullness",
        (
            "refuses",
            "all((refuses(arg, missing, defined) for arg in args))",
            "any((refuses(arg, missing, defined) for arg in args))",
        ),
        ("_never_null_joined", "(rel.left,)", "(rel.left, rel.right)"),
        ("_never_null_grouped", "rel.grouped and call.filter is None", "True"),
    ),
    *mutations(
        "plan/facts/keys",
        (
            "Dependencies.unique_on",
            "all((any((key <= known for key in keys)) for keys in self.sources))",
            "any((any((key <= known for key in keys)) for keys in self.sources))",
        ),
        ("_Analysis._is_there", "never_null(column, rel, self._facts) or never_null(column, top, self._facts)", "True"),
        (
            "_Analysis._scan",
            "len(columns) == len(key) and all((self._is_there(rel, top, column) for column in columns))",
            "all((self._is_there(rel, top, column) for column in columns))",
        ),
        ("_Analysis.of", "case r.Limit(limit=e.Literal(value=1)):", "case r.Limit(limit=e.Literal()):"),
    ),
    *mutations(
        "plan/facts/conjuncts",
        (
            "is_equality",
            "isinstance(expr, e.Compare) and expr.op is e.CompareOp.EQ and expr.collation.is_identity",
            "expr.op is e.CompareOp.EQ",
        ),
    ),
    *mutations(
        "plan/isomorphic",
        ("_Pairing.same", "self._right_of.get(left.id) == right.id", "True"),
        ("_of_relation", "(rel.kind, rel.on is None)", "rel.on is None"),
    ),
)

REWRITING: tuple[Mutation, ...] = (*_CONDITIONS, *_ROWS, *_JOINS, *_GROUPS, *_LATER, *_FACTS)
