"""Bugs in what is claimed of a pair (differences, thresholds, pools) and in the lowering of SQL to plans."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

CLAIMS: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/difference",
        (
            "return or_(_missing(left.rows, right.rows, tick), _missing(right.rows, left.rows, tick))",
            "return _missing(left.rows, right.rows, tick)",
        ),
        (
            "            return _counts_differ(left.rows, right.rows, tick)",
            "            return or_(_missing(left.rows, right.rows, tick), _missing(right.rows, left.rows, tick))",
        ),
        (
            "return any_of(and_(present, not_(there)) for present, there in found if there is not present)",
            "return any_of(not_(there) for present, there in found if there is not present)",
        ),
        ("            rest.remove(twin)", "            pass"),
        ("return not_(and_(length, *agree))", "return not_(and_(*agree))"),
        (
            "and_(other.present, eq(place, position), same_row(row.cells, other.cells))",
            "and_(other.present, same_row(row.cells, other.cells))",
        ),
        ("case r.Distinct(on=None) if semantics is Semantics.SET and _binary(rel):", "case r.Distinct(on=None):"),
    ),
    *mutations(
        "symbolic/constraints",
        (
            "yield or_(not_(instance.present(table.name, row)), free, *partners)",
            "yield or_(not_(instance.present(table.name, row)), *partners)",
        ),
        ("yield or_(not_(instance.present(table.name, row)), free, *partners)", "yield or_(free, *partners)"),
        ("equal.append(and_(not_(a.null), same(a, b, collation)))", "equal.append(same(a, b, collation))"),
        (
            "yield implies(instance.present(table.name, j), not_(_agree(table, names, earlier, later)))",
            "yield not_(_agree(table, names, earlier, later))",
        ),
        (
            "                yield or_(not_(instance.present(table.name, row)), true, null)",
            "                yield or_(not_(instance.present(table.name, row)), true)",
        ),
        (
            "            partners.append(and_(instance.present(target.name, other), *equal))",
            "            partners.append(and_(instance.present(target.name, other), FALSE if other else equal[0]))",
        ),
    ),
    *mutations(
        "symbolic/database/instance",
        ("return le(integer(row + 1), self.size(table))", "return le(integer(row), self.size(table))"),
        (
            "        if not self.nullable:\n            return FALSE\n",
            "        if not self.nullable or row:\n            return FALSE\n",
        ),
        ("eq(day, integer(29)), leap(year))", "eq(day, integer(29)))"),
        ("(4, 6, 9, 11)", "(4, 6, 9)"),
    ),
    *mutations(
        "symbolic/encode",
        ("any_of((*left_run.ambiguities, *right_run.ambiguities, *ties)),", "any_of((*left_run.ambiguities, *ties)),"),
    ),
    *mutations(
        "symbolic/difference",
        (
            "        return any_of(row.present for row in (*left.rows, *right.rows))",
            "        return FALSE",
        ),
        ("return all(column.collation.is_identity for column in rel.columns)", "return True"),
        (
            "inner = simplified(rel.input, semantics) if passes else _unsorted(rel.input)",
            "inner = simplified(rel.input, semantics)",
        ),
        (
            "return any_of(and_(_empty(a), not_(_empty(b)), _all_null(b)) for a, b in sides)",
            "return any_of(and_(_empty(a), not_(_empty(b))) for a, b in sides)",
        ),
    ),
    *mutations(
        "symbolic/encode",
        (
            "(*promised, *(not_(condition) for condition in (*left_run.unfinished, *right_run.unfinished))),",
            "(*promised, *(not_(condition) for condition in left_run.unfinished)),",
        ),
        (
            "ties = [open_order(table) for table in (left_table, right_table)] if semantics is Semantics.LIST else []",
            "ties: list[Term] = []",
        ),
    ),
    *mutations(
        "search/prove/threshold",
        ("return _sum(_reads(rel.left), _reads(rel.right), on)", "return _reads(rel.left)"),
        ("return _sum(_reads(rel.input), _condition(rel.predicate))", "return _reads(rel.input)"),
        ("        case r.Distinct(on=None):", "        case r.Distinct(on=None) | r.Aggregate() | r.Limit():"),
        ("    return Counter() if _plain(expr) else None", "    return Counter()"),
        ("pair.options.semantics is not Semantics.SET:", "pair.options.semantics is Semantics.LIST:"),
    ),
    *mutations(
        "search/prove/adequate_pool",
        ("    if use.open or any", "    if any"),
        (
            "return None if use.ordered else _with_patterns(use, cells, likes)",
            "return _with_patterns(use, cells, likes)",
        ),
        (
            "found = _between(sorted(use.constants), cells) if use.ordered else _fresh(use.constants, cells)",
            "found = _fresh(use.constants, cells)",
        ),
        ("region = _region(patterns, wanted, fits[:cells], cells, use.constants)", "region = set(fits[:1])"),
        (
            "for low, high in zip([None, *constants], [*constants, None], strict=True):",
            "for low, high in zip(constants, [*constants[1:], None], strict=True):",
        ),
    ),
    *mutations(
        "plan/text_uses",
        ("                self._computed(expr)\n", "                pass\n"),
        (
            "self._uses.mark(side, ordered=expr.op not in _EQUALITY, opened=not expr.collation.is_identity)",
            "self._uses.mark(side, ordered=expr.op not in _EQUALITY)",
        ),
        (
            "self._uses.mark(side, ordered=expr.op not in _EQUALITY, opened=not expr.collation.is_identity)",
            "self._uses.mark(side, opened=not expr.collation.is_identity)",
        ),
        ("            whole.constants |= value.constants\n", ""),
        ("                use.patterns.add(pattern)", "                pass"),
        ('            ordered = call.func in ("min", "max")\n', "            ordered = False\n"),
    ),
    *mutations(
        "sql/lowering/window",
        (
            "frame=_WHOLE if node.name in _FRAMELESS else _frame(lowering, definition)",
            "frame=_frame(lowering, definition)",
        ),
        ("    if written is None:\n        return Frame()\n", "    if written is None:\n        return _WHOLE\n"),
        ("return Frame(unit, start, end, Exclude(written.exclude))", "return Frame(unit, start, end)"),
        ("partition_collations=tuple(part.sort_collation for part in partition)", "partition_collations=()"),
        (
            "return ast.WindowNode(None, base.partition, window.order or base.order, window.frame, window.span)",
            "return ast.WindowNode(None, (), window.order or base.order, window.frame, window.span)",
        ),
        ('return (*exprs, Literal(",")) if name', 'return (*exprs, Literal(";")) if name'),
        ("        filter=condition,\n", "        filter=None,\n"),
    ),
    *mutations(
        "sql/lowering/cte",
        ('columns, operators == {"UNION"}, order', "columns, False, order"),
        ("order, limit, offset, entry.cte.span", "order, limit, None, entry.cte.span"),
        ("start = ast.Query(query.first, tuple(query.rest[: first - 1])", "start = ast.Query(query.first, ()"),
        ("merged = compound_types([initial.last, step.last])", "merged = compound_types([initial.last])"),
    ),
    *mutations(
        "sql/names/typed",
        ("return Affinity.NUMERIC if left in _NUMERIC or right in _NUMERIC else Affinity.BLOB", "return left"),
        ("    return left if left is not None else right\n", "    return left\n"),
        ("return left.collation or right.collation or BINARY", "return left.collation or BINARY"),
        ("        if side.explicit:\n", "        if False:\n"),
        ("return Affine(arg.expr, Affinity.TEXT) if arg.number else arg.expr", "return arg.expr"),
        ("            return Literal(_to_number(arg.expr.value))", "            return arg.expr"),
        ("            return _as_text(arg.expr)", "            return arg.expr"),
    ),
    *mutations(
        "sql/lowering/compare",
        (
            "result = Or((compare(_STRICT[op], a, b), And((compare(CompareOp.EQ, *again), result))))",
            "result = Or((compare(op, a, b), And((compare(CompareOp.EQ, *again), result))))",
        ),
        ("apply(arg.affinity, item),", "item.expr,"),
        ("                arg.collation or BINARY,", "                BINARY,"),
        (
            "return Or(tuple(compare(op, a, b) for a, b in pairs))",
            "return And(tuple(compare(op, a, b) for a, b in pairs))",
        ),
        ("collations = tuple(compare_collation(arg, last) for", "collations = tuple(BINARY for"),
    ),
    *mutations(
        "sql/lowering/compound",
        (
            "(affinity is Affinity.TEXT and types & DataType.NUMBER) or (affinity in _NUMERIC",
            "(False",
        ),
        (
            "chosen = collation or (column.collation if column is not None else BINARY)",
            "chosen = collation or BINARY",
        ),
        (
            "first = (not term.descending) if term.nulls_first is None else term.nulls_first",
            "first = True if term.nulls_first is None else term.nulls_first",
        ),
        ('"INTERSECT": SetKind.INTERSECT', '"INTERSECT": SetKind.UNION'),
    ),
    *mutations(
        "sql/lowering/results",
        (
            "first = (not term.descending) if term.nulls_first is None else term.nulls_first",
            "first = True if term.nulls_first is None else term.nulls_first",
        ),
        (
            "return SortKey(typed.expr, term.descending, first, typed.sort_collation)",
            "return SortKey(typed.expr, term.descending, first)",
        ),
    ),
    *mutations(
        "sql/lowering/calls",
        (
            "return Case((When(same, Literal(None)),), lowering.again(node.args[0], args[0]).expr)",
            "return Case((When(same, Literal(None)),), args[1].expr)",
        ),
        ("collation = args[0].collation or args[1].collation or BINARY", "collation = BINARY"),
        ("default: Expr = args[-1].expr if len(args) % 2 else Literal(None)", "default: Expr = Literal(None)"),
        ("whens = tuple(When(Not(IsNull(arg.expr)), lowering", "whens = tuple(When(arg.expr, lowering"),
        (
            "return AggCall(name, exprs, node.distinct, condition, order, collation, node.span), args",
            "return AggCall(name, exprs, node.distinct, condition, (), collation, node.span), args",
        ),
        (
            "return AggCall(name, exprs, node.distinct, condition, order, collation, node.span), args",
            "return AggCall(name, exprs, node.distinct, condition, order, BINARY, node.span), args",
        ),
    ),
    *mutations(
        "sql/lowering/expression",
        ("            return replace(arg, affinity=None)", "            return arg"),
        ('condition = arg if right.parts[0].lower() == "true" else Not(arg)', "condition = arg"),
        (
            "return Typed(Case((When(condition, Literal(int(not negated))),), Literal(int(negated))))",
            "return Typed(condition)",
        ),
        ("compare_rows(CompareOp.LE, again, high, lambda", "compare_rows(CompareOp.LT, again, high, lambda"),
        (
            "            arg.collation,\n            arg.explicit,\n            types_of_column(affinity),",
            "            None,\n            False,\n            types_of_column(affinity),",
        ),
        ("test = Typed(compare(CompareOp.EQ, subject, test))", "test = Typed(compare(CompareOp.IS, subject, test))"),
        (
            "return Typed(expr, last.affinity, types=types_of_column(last.affinity)",
            "return Typed(expr, None, types=types_of_column(last.affinity)",
        ),
    ),
    *mutations(
        "sql/names/scope",
        (
            "            elif not source.left:\n                matches = [found]",
            "            elif not source.left:\n                continue",
        ),
        ("return first_not_null(matches) if matches else None", "return matches[0] if matches else None"),
        ("                if folded in source.using and index > 0:\n                    continue\n", ""),
    ),
    *mutations(
        "sql/lowering/from_clause",
        ("return JoinKind.FULL if written.right else JoinKind.LEFT", "return JoinKind.LEFT"),
        ("text=column.affinity not in _NUMERIC,", "text=False,"),
        ("    return first_not_null([typed for _, typed in left]), right[0]", "    return left[0][1], right[0]"),
    ),
    *mutations(
        "sql/lowering/group_by",
        ("grouped=self._explicit)", "grouped=bool(self._keys) and bool(aggregates))"),
    ),
    *mutations(
        "sql/lowering/select",
        ("rel = Distinct(rel, outputs if hidden else None)", "rel = Distinct(rel, None)"),
        ("            rel = Filter(rel, conjunction(having))", "            pass"),
    ),
    *mutations(
        "sql/lowering/limit",
        (
            "return _bound(build, query.limit, ctes), _bound(build, query.offset, ctes)",
            "return _bound(build, query.limit, ctes), None",
        ),
    ),
)
