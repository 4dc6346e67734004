"""Bugs in relations: joins, groups, subqueries, constraints."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

TABLES: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/relations/executor",
        ("Executor.holds", "and_(present, condition(expr, env, self.run))", "condition(expr, env, self.run)"),
        ("Executor._distinct", "rel.columns if rel.on is None else rel.on", "rel.columns"),
        ("Executor._limit", "None if most is None or most < 0 else most", "most"),
        (
            "Executor._limit",
            "limit(table, None if most is None or most < 0 else most, max(skipped, 0), self.run)",
            "limit(table, None if most is None or most < 0 else most, 0, self.run)",
        ),
        (
            "Executor._set_operation",
            "[SymRow(row.present, row.cells) for row in (*left, *right)]",
            "[SymRow(row.present, row.cells) for row in left]",
        ),
        ("Executor._set_operation", "there if rel.kind is r.SetKind.INTERSECT else not_(there)", "there"),
        (
            "Executor._set_operation",
            "distinct(SymTable.of(rel.columns, rows), everything, names, self.run)",
            "SymTable.of(rel.columns, rows)",
        ),
        (
            "Executor._set_operation",
            "table if rel.kind is r.SetKind.UNION_ALL else distinct(table, everything, names, self.run)",
            "table",
        ),
        (
            "Executor._set_operation",
            "[column.collation for column in rel.columns]",
            "[type(column)(0, '').collation for column in rel.columns]",
        ),
        (
            "Executor._aggregate",
            "if not rel.grouped:\n    return SymTable(rel.columns, (groups.only_row(),))",
            "if not rel.grouped and (not rel.bare):\n    return SymTable(rel.columns, (groups.only_row(),))",
        ),
        (
            "directions_of",
            "Direction(key.descending, key.nulls_first, key.collation)",
            "Direction(key.descending, True, key.collation)",
        ),
        (
            "directions_of",
            "Direction(key.descending, key.nulls_first, key.collation)",
            "Direction(key.descending, key.nulls_first, Column(0, '').collation)",
        ),
        ("Executor.reads", "bool(env) and any((column in self.notes.references(rel) for column in env))", "False"),
    ),
    *mutations(
        "symbolic/relations/group_by",
        ("Groups.rows", "and_(there[number], not_(earlier))", "there[number]"),
        ("Groups._inside", "and_(self.input[row].present, together[number][of])", "FALSE"),
        ("Groups._inside", "and_(self.input[row].present, together[number][of])", "together[number][of]"),
        ("Groups._inside", "TRUE if size == 1 else self.input[row].present", "TRUE"),
        (
            "Groups.only_row",
            "self.row(TRUE, [row.present for row in self.input], None)",
            "self.row(any_of((row.present for row in self.input)), [row.present for row in self.input], None)",
        ),
        ("Groups._filter", "call.filter is None", "True"),
        ("Groups._extreme", "len(distinct_calls) == 1", "found"),
        ("Groups._extreme", "found[0] if len(distinct_calls) == 1 else None", "None"),
        ("Groups._beats", "call.func == 'max'", "call.func == 'min'"),
        ("Groups._candidates", "[or_(c, and_(nobody, i)) for c, i in zip(unbeaten, inside, strict=True)]", "unbeaten"),
        (
            "Groups.__init__",
            "[column.collation for column in rel.columns[:len(rel.keys)]]",
            "[type(rel.columns[0])(0, '').collation] * len(rel.keys)",
        ),
        (
            "Groups._record_key",
            "self.executor.run.ambiguities += [and_(present, term) for term in apart if term is not FALSE]",
            "pass",
        ),
        ("Groups._record_bare", "self.executor.run.ambiguous(and_(both, tied), placed=True)", "pass"),
        ("Groups.only_row", "self.executor.run.ambiguous(not_(any_of((row.present for row in self.input))))", "pass"),
        (
            "Groups._picked",
            "and_(c, not_(any_of((and_(o, lt(places[j], places[i])) for j, o in enumerate(candidates) if j != i))))",
            "c",
        ),
        (
            "Groups._given",
            "and_(row.present, self._filter(decider, n), not_(v.null))",
            "and_(row.present, not_(v.null))",
        ),
        ("Groups._unbeaten", "and_(given[row], not_(beaten))", "given[row]"),
        (
            "Groups._stored",
            "if len(defined) != 1 or not isinstance(defined[0], Column):\n    return False",
            "if len(defined) != 1 or not isinstance(defined[0], Column):\n    return True",
        ),
    ),
    *mutations(
        "symbolic/relations/aggregates",
        ("aggregate", "[Member(and_(m.inside, not_(m.value.null)), m.value) for m in members]", "list(members)"),
        ("aggregate", "call.distinct", "False"),
        (
            "without_repeats",
            "and_(m.inside, same(m.value, member.value, collation))",
            "same(m.value, member.value, collation)",
        ),
        ("", "_extreme(descending=False)", "_extreme(descending=True)"),
        ("extreme", "run.ambiguous(and_(winner, any_of(apart)))", "pass"),
        (
            "_better",
            "before(right, left, collation) if descending else before(left, right, collation)",
            "before(right, left) if descending else before(left, right)",
        ),
        ("without_repeats", "same(m.value, member.value, collation)", "same(m.value, member.value)"),
    ),
    *mutations(
        "symbolic/relations/subquery",
        ("subquery_value", "(row.present for row in table.rows)", "(row.present for row in table.rows[:1])"),
        ("_membership", "truth_value(true, and_(not_(true), any_of(unknown)))", "truth_value(true)"),
        ("_membership", "and_(row.present, possible, any_of(nulls))", "and_(possible, any_of(nulls))"),
        ("_membership", "and_(row.present, *matches)", "and_(*matches)"),
        ("_membership", "all_of((any_of(pair) for pair in zip(matches, nulls, strict=True)))", "any_of(nulls)"),
        ("_either", "any_of((left.null, right.null))", "left.null"),
        ("_first_value", "choose(row.present, row.cells[0], value)", "row.cells[0]"),
        ("_first_value", "reversed(limit(only, 1, 0, run).rows)", "limit(only, 1, 0, run).rows[:1]"),
        ("_found_by_join", "all((c.is_identity for c in expr.collations))", "expr.collations"),
        ("_membership", "same(a, b, collation)", "same(a, b)"),
        ("_membership", "and_(not_(a.null), same(a, b, collation))", "same(a, b, collation)"),
    ),
    *mutations(
        "symbolic/relations/join_flatten",
        ("Flat.take", "if rel.on is not None:\n    self.conjuncts.extend(conjuncts_of(rel.on))", "pass"),
        ("Flat.take", "self.conjuncts.extend(conjuncts_of(rel.predicate))", "pass"),
        (
            "Flat.equated",
            "not isinstance(expr, Compare) or expr.op is not CompareOp.EQ or (not expr.collation.is_identity)",
            "not isinstance(expr, Compare) or expr.op is not CompareOp.EQ",
        ),
    ),
    *mutations(
        "symbolic/relations/join_plan",
        ("_is_looked_up", "all((column in fixed for column in key))", "any((column in fixed for column in key))"),
        (
            "JoinPlan._fixed",
            "conjunct.op is not CompareOp.EQ or not conjunct.collation.is_identity",
            "conjunct.op not in (CompareOp.EQ, CompareOp.IS)",
        ),
    ),
    *mutations(
        "symbolic/relations/join",
        ("InnerJoin._multiply", "and_(a.present, b.present)", "a.present"),
        ("outer", "SymTable(rel.columns, tuple(rows))", "SymTable(rel.columns, tuple(swapped.rows))"),
        ("outer", "and_(a.present, not_(any_of(matches)))", "a.present"),
        ("outer", "rel.kind is r.JoinKind.FULL", "False"),
        ("outer", "and_(b.present, not_(any_of(matches)))", "b.present"),
        ("_left_look_up", "matched = executor.holds(matched, conjunct, whole)", "pass"),
        ("_extended", "choose(matched, env[columns[i].id], NULL)", "env[columns[i].id]"),
        ("InnerJoin._equated", "first is second or not interchangeable(first, second)", "first is second"),
        ("InnerJoin.bases", "len({lineage.scans.get(column) for column in ids}) == 1", "True"),
        ("outer", "matched_right[position].append(present)", "matched_right[position].append(b.present)"),
        ("_rotated", "(i + width) % total", "i"),
    ),
    *mutations(
        "symbolic/relations/join_by_key",
        (
            "Partner.of",
            "given if total or own is not None else any_of(matches)",
            "any_of((row.present for row in self.rows))",
        ),
        ("Partner.of", "given if total or own is not None else any_of(matches)", "given"),
        ("Partner.of", "and_(row.present, *equal)", "and_(*equal)"),
        ("promised", "table == target.name and all((a == b for a, b in wanted))", "table == target.name"),
        (
            "promised",
            "any((c is not None and (not c.collation.is_identity) for c in map(target.column, names)))",
            "False",
        ),
        (
            "Partner.of.cell",
            "known is not None and all((interchangeable(known, row.cells[position]) for row in self.rows))",
            "known is not None",
        ),
    ),
    *mutations(
        "symbolic/constraints/terms",
        ("constraint_terms", "*instance.validity", "*()"),
    ),
    *mutations(
        "symbolic/constraints/inclusion",
        ("_as_target", "value if here is there else affine(value, there, run)", "value"),
    ),
    *mutations("symbolic/constraints/key", ("_agree", "same(a, b, equality.collation)", "same(a, b)")),
    *mutations("schema", ("keys", "table.hidden_rowid is not None", "False")),
)
