"""Bugs in what is claimed of a pair (differences, thresholds, pools) and in the lowering of SQL to plans."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

CLAIMS: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/difference",
        (
            "_differs",
            "or_(_missing(left.rows, right.rows, tick), _missing(right.rows, left.rows, tick))",
            "_missing(left.rows, right.rows, tick)",
        ),
        (
            "_differs",
            "_counts_differ(left.rows, right.rows, tick)",
            "or_(_missing(left.rows, right.rows, tick), _missing(right.rows, left.rows, tick))",
        ),
        ("_missing", "and_(present, not_(there))", "not_(there)"),
        (
            "_without_shared",
            "if twin is None:\n    kept.append(row)\nelse:\n    rest.remove(twin)",
            "if twin is None:\n    kept.append(row)\nelse:\n    pass",
        ),
        ("differ_besides", "_missing(here, right.rows, tick)", "_missing(here, there, tick)"),
        ("differ_besides", "_counts_differ(here, there, tick)", "_counts_differ(here, right.rows, tick)"),
        ("_sequences_differ", "and_(length, *agree)", "and_(*agree)"),
        (
            "_sequences_differ",
            "and_(other.present, eq(place, position), same_row(row.cells, other.cells))",
            "and_(other.present, same_row(row.cells, other.cells))",
        ),
        ("_differs", "any_of((row.present for row in (*left.rows, *right.rows)))", "FALSE"),
        (
            "degenerate",
            "and_(_empty(right), has_one(left), _all_null(left))",
            "and_(_empty(right), has_one(left))",
        ),
    ),
    *mutations(
        "symbolic/row_pairs",
        ("_apart", "or_(there, and_(left.present, right.present, not_(same_row(left.cells, right.cells))))", "there"),
        ("_Pairing.found", "taken.add(pair.right)", "pass"),
    ),
    *mutations(
        "search/prove/same_plan",
        ("NormalForms.semantics", "unique_on(rel, rel.columns, self.facts)", "True"),
    ),
    *mutations(
        "plan/facts/chance",
        ("_tests_aggregates", "not _used((part,)).isdisjoint(_aggregated(groups))", "True"),
        ("_takes_all_groups", "rel.limit.value == 0", "False"),
        ("_takes_all_groups", "not first.isdisjoint(_aggregated(below))", "True"),
        ("_Search._in_value", "outer_columns(expr)", "True"),
        ("_Search._in_groups", "column.id not in used", "False"),
        ("_Search._in_value", "isinstance(expr, e.And | e.Or | e.Exists | e.Scalar | e.InRel)", "False"),
    ),
    *mutations(
        "plan/facts/sizes",
        ("Sizes.sum_fits", "size * _ROWS < 2 ** 63", "True"),
        ("Sizes._size_of_arithmetic", "left * right", "left"),
    ),
    *mutations(
        "symbolic/constraints/inclusion",
        (
            "inclusion_terms",
            "or_(not_(instance.present(inclusion.table, row)), free, *partners)",
            "or_(not_(instance.present(inclusion.table, row)), *partners)",
        ),
        (
            "inclusion_terms",
            "or_(not_(instance.present(inclusion.table, row)), free, *partners)",
            "or_(free, *partners)",
        ),
        (
            "_is_partner",
            "and_(instance.present(inclusion.target, row), *equal)",
            "and_(instance.present(inclusion.target, row), FALSE if row else equal[0])",
        ),
        ("_is_partner", "same(value, cell, there.collation)", "same(value, cell)"),
    ),
    *mutations(
        "symbolic/constraints/key",
        ("_agree", "and_(not_(a.null), same(a, b, equality.collation))", "same(a, b, equality.collation)"),
        (
            "key_terms",
            "implies(instance.present(key.table, place), not_(_agree(key, earlier, later)))",
            "not_(_agree(key, earlier, later))",
        ),
    ),
    *mutations(
        "symbolic/constraints/check",
        (
            "check_terms",
            "or_(not_(instance.present(check.scan.table, row)), true, null)",
            "or_(not_(instance.present(check.scan.table, row)), true)",
        ),
    ),
    *mutations(
        "symbolic/database/instance",
        ("Instance.present", "le(integer(row + 1), self.size(table))", "le(integer(row), self.size(table))"),
        (
            "_CellMaker._null",
            "if not self.nullable:\n    return FALSE",
            "if not self.nullable or row:\n    return FALSE",
        ),
        ("valid_date", "and_(eq(day, integer(29)), leap(year))", "and_(eq(day, integer(29)))"),
        ("valid_date", "(eq(month, integer(m)) for m in (4, 6, 9, 11))", "(eq(month, integer(m)) for m in (4, 6, 9))"),
    ),
    *mutations(
        "symbolic/encode",
        ("_encode", "(*left_run.ambiguities, *right_run.ambiguities)", "left_run.ambiguities"),
        ("_encode", "(*left_run.unfinished, *right_run.unfinished)", "left_run.unfinished"),
        ("_Manner.run", "run.ambiguous(open_order(table))", "pass"),
        ("_Manner.run", "table = in_chosen_order(table, run)", "pass"),
    ),
    *mutations(
        "search/prove/threshold",
        ("_compares_sets", "all((unique_on(plan.rel, plan.rel.columns, facts) for plan in plans))", "True"),
        ("_compares_sets", "options.semantics is not Semantics.BAG or options.columns is Columns.EXTRA", "False"),
        ("_with_blockers", "min(choices, 1) if absent.one_for_all else choices", "min(choices, 1)"),
        ("_with_blockers", "count * times", "0"),
        ("_is_there", "ends in linked", "True"),
        ("_cases", "Counter(one.scans) + Counter(two.scans)", "Counter(one.scans)"),
    ),
    *mutations(
        "search/prove/derivations",
        ("_Analysis._join", "_both(_both(left, right), on)", "left"),
        ("_Analysis._join", "_either(found, _both(left, self._no_partner(right, rel.on, on, rel.right)))", "found"),
        (
            "_Analysis.of",
            "_both(self._below(rel, 'input', seen), self._condition(rel.predicate))",
            "self._below(rel, 'input', seen)",
        ),
        ("_Analysis.of", "case r.Distinct(on=None):", "case r.Distinct(on=None) | r.Aggregate():"),
        ("_Analysis._set_operation", "_both(left, _absent(right))", "left"),
        ("_Analysis._condition", "[Derivation()] if _plain(expr) else None", "[Derivation()]"),
        ("_absent", "ways is None or any((way.absent for way in ways))", "ways is None"),
        ("_absent", "scans.count(pair[0][0]) == 1", "True"),
        ("_is_least", "any((own <= here and (not other & here) for own, other in (sides, reversed(sides))))", "True"),
        ("_is_least", "not isinstance(rows, r.Filter) or outer_columns(rows.input)", "not isinstance(rows, r.Filter)"),
    ),
    *mutations(
        "search/prove/adequate_pool",
        (
            "complete_pool",
            "use.open or any(('\\x00' in text for text in use.constants))",
            "any(('\\x00' in text for text in use.constants))",
        ),
        (
            "complete_pool",
            "not use.conditions and (not use.ordered) and (not others)",
            "not use.conditions and (not others)",
        ),
        (
            "complete_pool",
            "not use.conditions and (not use.ordered) and (not others)",
            "not use.ordered and (not others)",
        ),
    ),
    *mutations(
        "plan/collated",
        ("_compared", "zip(node.rel.columns, node.collations, strict=True)", "()"),
        ("_matched", "rel.columns[:len(rel.keys)]", "()"),
    ),
    *mutations(
        "plan/uses",
        ("PlanUses._computed", "yield Opened(self.passed(part))", "pass"),
        ("PlanUses._collated", "yield Opened(self.passed(expr))", "pass"),
        ("PlanUses._compare", "yield from map(Ordered, sides)", "pass"),
        ("PlanUses._aggregate", "function.extreme", "False"),
    ),
    *mutations(
        "plan/value_uses",
        (
            "ValueUses._meet",
            "whole.constants |= set(self._constants(value))",
            "pass",
        ),
        ("ValueUses._note", "self.of(column).conditions.add(of_column(condition, subject, self.subject))", "pass"),
    ),
    *mutations(
        "sql/lowering/window",
        (
            "lower_window_call",
            "_frame(lowering, definition) if function.framed else _WHOLE",
            "_frame(lowering, definition)",
        ),
        ("_frame", "if written is None:\n    return Frame()", "if written is None:\n    return _WHOLE"),
        ("_frame", "Frame(unit, start, end, Exclude(written.exclude))", "Frame(unit, start, end)"),
        ("lower_window_call", "tuple((part.sort_collation for part in partition))", "()"),
        (
            "_extended",
            "ast.WindowNode(None, base.partition, window.order or base.order, window.frame, window.span)",
            "ast.WindowNode(None, (), window.order or base.order, window.frame, window.span)",
        ),
        ("lower_window_call", "None if node.filter is None else lowering.expr(node.filter)", "None"),
    ),
    *mutations(
        "sql/lowering/cte",
        ("_recursive", "operators == {'UNION'}", "False"),
        ("_recursive", "offset", "None", 1),
        ("_recursive", "tuple(query.rest[:first - 1])", "()"),
        ("_recursive", "compound_types([initial.last, step.last])", "compound_types([initial.last])"),
    ),
    *mutations(
        "sql/names/typed",
        ("compare_affinity", "Affinity.NUMERIC if NUMERIC_AFFINITIES & {left, right} else Affinity.BLOB", "left"),
        ("compare_affinity", "left if left is not None else right", "left"),
        ("compare_collation", "left.collation or right.collation or BINARY", "left.collation or BINARY"),
        (
            "compare_collation",
            "if side.explicit:\n    return side.sort_collation",
            "if False:\n    return side.sort_collation",
        ),
        ("apply", "Affine(arg.expr, Affinity.TEXT) if arg.number else arg.expr", "arg.expr"),
        ("apply", "Literal(stored(value, Affinity.NUMERIC))", "arg.expr"),
        ("apply", "_as_text(arg.expr)", "arg.expr"),
    ),
    *mutations(
        "sql/lowering/compare",
        ("compare_rows", "compare(_STRICT[op], a, b)", "compare(op, a, b)"),
        ("in_list", "apply(arg.affinity, item)", "item.expr"),
        ("in_list", "arg.collation or BINARY", "BINARY"),
        (
            "compare_rows",
            "Or(tuple((compare(op, a, b) for a, b in pairs)))",
            "And(tuple((compare(op, a, b) for a, b in pairs)))",
        ),
        ("in_query", "compare_collation(arg, last)", "BINARY"),
    ),
    *mutations(
        "sql/lowering/compound",
        (
            "_merged",
            "types & other and (affinity is Affinity.TEXT or affinity in NUMERIC_AFFINITIES)",
            "False",
        ),
        ("order_keys", "column.collation if column is not None else BINARY", "BINARY"),
        ("order_keys", "nulls_first(term, build.dialect)", "True"),
        ("", "SetKind.INTERSECT", "SetKind.UNION"),
    ),
    *mutations(
        "sql/lowering/results",
        ("with_separator", "(*args, _COMMA)", "(*args, Literal(';'))"),
        ("nulls_first", "term.descending != dialect.nulls_smallest", "True"),
        (
            "key_of",
            "SortKey(typed.expr, term.descending, nulls_first(term, dialect), typed.sort_collation)",
            "SortKey(typed.expr, term.descending, nulls_first(term, dialect))",
        ),
    ),
    *mutations(
        "sql/lowering/calls",
        ("_nullif", "lowering.again(node.args[0], args[0])", "args[1]"),
        ("_nullif", "args[0].collation or args[1].collation or BINARY", "BINARY"),
        ("_iif", "args[-1].expr if len(args) % 2 else Literal(None)", "Literal(None)"),
        ("_coalesce", "Not(IsNull(arg.expr))", "arg.expr"),
        (
            "aggregate_call",
            "AggCall(function.plan_name, exprs, node.distinct, condition, order, collation, node.span)",
            "AggCall(function.plan_name, exprs, node.distinct, condition, (), collation, node.span)",
        ),
        (
            "aggregate_call",
            "AggCall(function.plan_name, exprs, node.distinct, condition, order, collation, node.span)",
            "AggCall(function.plan_name, exprs, node.distinct, condition, order, BINARY, node.span)",
        ),
    ),
    *mutations(
        "sql/lowering/expression",
        ("ExprLowering.unary", "replace(arg, affinity=None)", "arg"),
        ("ExprLowering._truth_test", "arg.expr if right.parts[0].lower() == 'true' else Not(arg.expr)", "arg.expr"),
        (
            "ExprLowering._truth_test",
            "Case((When(holds, Literal(int(not negated))),), Literal(int(negated)))",
            "holds",
        ),
        (
            "ExprLowering.between",
            "compare_rows(CompareOp.LE, again, high, lambda: (self.row(node.arg), self.row(node.high)))",
            "compare_rows(CompareOp.LT, again, high, lambda: (self.row(node.arg), self.row(node.high)))",
        ),
        ("ExprLowering.cast", "arg.collation", "None"),
        ("ExprLowering.case", "compare(CompareOp.EQ, subject, test)", "compare(CompareOp.IS, subject, test)"),
        (
            "_scalar",
            "Typed(expr, last.affinity, types=types_of_column(last.affinity), text=column.text, number=column.number)",
            "Typed(expr, None, types=types_of_column(last.affinity), text=column.text, number=column.number)",
        ),
    ),
    *mutations(
        "sql/names/scope",
        (
            "Scope._among",
            "if not source.left:\n    matches = [found]\nelse:\n    matches.append(found)",
            "if not source.left:\n    continue\nelse:\n    matches.append(found)",
        ),
        ("Scope._among", "self.merge(matches)", "matches[0]"),
        ("Scope.star", "if folded in source.using and index > 0:\n    continue", "pass"),
    ),
    *mutations(
        "sql/lowering/from_clause",
        ("_kind", "JoinKind.FULL if written.right else JoinKind.LEFT", "JoinKind.LEFT"),
        ("_stored", "column.affinity not in NUMERIC_AFFINITIES", "False"),
        ("_using_pair", "first_not_null([typed for _, typed in left])", "left[0][1]"),
    ),
    *mutations(
        "sql/lowering/group_by",
        ("Grouping.aggregate", "self._explicit", "bool(self._keys) and bool(aggregates)"),
    ),
    *mutations(
        "sql/lowering/select",
        ("SelectLowering._projected", "outputs if hidden else None", "None"),
        ("SelectLowering.lower", "rel = Filter(rel, conjunction(having))", "pass"),
    ),
    *mutations(
        "sql/lowering/limit",
        ("lower_limit", "_bound(build, query.offset, ctes)", "None"),
    ),
)
