"""Bugs in relations: joins, groups, subqueries, constraints."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

TABLES: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/relations/executor",
        ("return and_(present, condition(expr, env, self.run))", "return condition(expr, env, self.run)"),
        ("columns = rel.columns if rel.on is None else rel.on", "columns = rel.columns"),
        ("None if most is None or most < 0 else most", "most"),
        ("max(skipped, 0), self.run)", "0, self.run)"),
        ("for row in (*left, *right)]", "for row in left]"),
        ("there if rel.kind is r.SetKind.INTERSECT else not_(there)", "there"),
        (
            "        return distinct(SymTable.of(rel.columns, rows), everything, names, self.run)\n\n",
            "        return SymTable.of(rel.columns, rows)\n\n",
        ),
        (
            "return table if rel.kind is r.SetKind.UNION_ALL else distinct(table, everything, names, self.run)",
            "return table",
        ),
        (
            "names = [column.collation for column in rel.columns]",
            "names = [type(column)(0, '').collation for column in rel.columns]",
        ),
        ("        if not rel.grouped:\n", "        if not rel.grouped and not rel.bare:\n"),
        ("Direction(key.descending, key.nulls_first, key.collation)", "Direction(key.descending, True, key.collation)"),
        (
            "Direction(key.descending, key.nulls_first, key.collation)",
            "Direction(key.descending, key.nulls_first, Column(0, '').collation)",
        ),
        ("return bool(env) and any(column in self.references(rel) for column in env)", "return False"),
    ),
    *mutations(
        "symbolic/relations/group_by",
        ("leads = and_(there[number], not_(earlier))", "leads = there[number]"),
        ("return and_(self.input[row].present, together[number][of])", "return FALSE"),
        ("return and_(self.input[row].present, together[number][of])", "return together[number][of]"),
        ("return TRUE if size == 1 else self.input[row].present", "return TRUE"),
        (
            "return self.row(TRUE, [row.present for row in self.input], None)",
            "return self.row(any_of(row.present for row in self.input), [row.present for row in self.input], None)",
        ),
        ("        if call.filter is None:\n            return TRUE", "        if True:\n            return TRUE"),
        ("return found[0] if len(distinct_calls) == 1 else None", "return found[0] if found else None"),
        ("return found[0] if len(distinct_calls) == 1 else None", "return None"),
        ('if call.func == "max" else', 'if call.func == "min" else'),
        ("return [or_(c, and_(nobody, i)) for c, i in zip(unbeaten, inside, strict=True)]", "return unbeaten"),
        (
            "names = [column.collation for column in rel.columns[: len(rel.keys)]]",
            "names = [type(rel.columns[0])(0, '').collation] * len(rel.keys)",
        ),
    ),
    *mutations(
        "symbolic/relations/aggregates",
        ("given = [Member(and_(m.inside, not_(m.value.null)), m.value) for m in members]", "given = list(members)"),
        ("    if call.distinct:\n", "    if False:\n"),
        (
            "repeats = any_of(and_(m.inside, same(m.value, member.value, collation)) for m in members[:j])",
            "repeats = any_of(same(m.value, member.value, collation) for m in members[:j])",
        ),
        (
            "integers.append(ite(counted, alt.atom.term, integer(0)))",
            "integers.append(ite(member.inside, alt.atom.term, integer(0)))",
        ),
        (
            "reals.append(ite(counted, alt.atom.term, real(0)))",
            "reals.append(ite(member.inside, alt.atom.term, real(0)))",
        ),
        ("size = count(m.inside for m in members)", "size = integer(len(members))"),
        ("        return number(integers, nobody)\n", "        return number(integers)\n"),
        ('"min": _extreme(descending=False)', '"min": _extreme(descending=True)'),
        (
            "    return number(result)\n",
            "    return number(result, not_(any_of(m.inside for m in members)))\n",
        ),
        ("Alt(and_(not_(nobody), is_real), Number(exact)),", "Alt(and_(not_(nobody), is_real), Number(reals)),"),
    ),
    *mutations(
        "symbolic/relations/subquery",
        (
            "return truth_value(any_of(row.present for row in table.rows))",
            "return truth_value(any_of(row.present for row in table.rows[:1]))",
        ),
        ("return truth_value(true, and_(not_(true), any_of(unknown)))", "return truth_value(true)"),
        ("unknown.append(and_(row.present, possible, any_of(nulls)))", "unknown.append(and_(possible, any_of(nulls)))"),
        ("        equal.append(and_(row.present, *matches))", "        equal.append(and_(*matches))"),
        ("possible = all_of(any_of(pair) for pair in zip(matches, nulls, strict=True))", "possible = any_of(nulls)"),
        ("return any_of((left.null, right.null))", "return left.null"),
        ("value = choose(row.present, row.cells[0], value)", "value = row.cells[0]"),
        ("for row in reversed(limit(only, 1, 0, run).rows):", "for row in limit(only, 1, 0, run).rows[:1]:"),
    ),
    *mutations(
        "symbolic/relations/join_flatten",
        (
            "                if rel.on is not None:\n                    self.conjuncts.extend(conjuncts_of(rel.on))",
            "                pass",
        ),
    ),
    *mutations(
        "symbolic/relations/join",
        (
            "if conjunct.op is not CompareOp.EQ or not conjunct.collation.is_identity:\n                continue",
            "if conjunct.op not in (CompareOp.EQ, CompareOp.IS):\n                continue",
        ),
        ("if all(column in fixed for column in key):", "if any(column in fixed for column in key):"),
        ("and_(a.present, b.present), joined(a.cells, b.cells), b.sort", "a.present, joined(a.cells, b.cells), b.sort"),
    ),
    *mutations(
        "symbolic/relations/join_by_key",
        (
            "found = given if total or own is not None else any_of(matches)",
            "found = any_of(row.present for row in self.rows)",
        ),
        (
            "found = given if total or own is not None else any_of(matches)",
            "found = given",
        ),
        ("            matches.append(and_(row.present, *equal))", "            matches.append(and_(*equal))"),
        ("if table.name == target.name and all(a == b for a, b in wanted):", "if table.name == target.name:"),
        ("if any(c is not None and not c.collation.is_identity for c in map(target.column, names)):", "if False:"),
        (
            "if known is not None and all(interchangeable(known, row.cells[position]) for row in self.rows):",
            "if known is not None:",
        ),
    ),
    *mutations(
        "symbolic/relations/join",
        (
            "        return SymTable(rel.columns, tuple(rows))\n    left = executor.table(rel.left, env)",
            "        return SymTable(rel.columns, tuple(swapped.rows))\n    left = executor.table(rel.left, env)",
        ),
        (
            "        rows.append(SymRow(and_(a.present, not_(any_of(matches))), joined(a.cells, nothing)))",
            "        rows.append(SymRow(a.present, joined(a.cells, nothing)))",
        ),
        ("    if rel.kind is r.JoinKind.FULL:\n", "    if False:\n"),
        (
            "            rows.append(SymRow(and_(b.present, not_(any_of(matches))), joined(empty, b.cells)))",
            "            rows.append(SymRow(b.present, joined(empty, b.cells)))",
        ),
        ("            matched = executor.holds(matched, conjunct, whole)", "            pass"),
        ("lambda i: choose(matched, env[columns[i].id], NULL)", "lambda i: env[columns[i].id]"),
    ),
    *mutations(
        "symbolic/relations/group_by",
        ("self.executor.run.ambiguities += [and_(present, term) for term in apart if term is not FALSE]", "pass"),
        ("self.executor.run.ambiguous(and_(both, tied))", "pass"),
        ("self.executor.run.ambiguous(not_(any_of(row.present for row in self.input)))", "pass"),
        ("and_(c, not_(any_of(and_(o, lt(places[j], places[i])) for j, o in enumerate(candidates) if j != i)))", "c"),
        ("and_(row.present, self._filter(decider, n), not_(v.null))", "and_(row.present, not_(v.null))"),
        ("return or_(and_(given[row], not_(beaten)), not_(anyone))", "return or_(given[row], not_(anyone))"),
        (
            "if len(defined) != 1 or not isinstance(defined[0], Column):\n                return False",
            "if len(defined) != 1 or not isinstance(defined[0], Column):\n                return True",
        ),
    ),
    *mutations(
        "symbolic/relations/aggregates",
        ("run.ambiguous(and_(winner, any_of(apart)))", "pass"),
        (
            "return before(right, left, collation) if descending else before(left, right, collation)",
            "return before(right, left) if descending else before(left, right)",
        ),
        ("return lift(read if Layout.of(atom).is_number() else Number(to_real(read.term)))", "return lift(read)"),
        (
            "exact = total([to_real(integers), reals], Sort.REAL)\n    return exact, is_real",
            "exact = total([reals], Sort.REAL)\n    return exact, is_real",
        ),
        (
            "same(m.value, member.value, collation)) for m in members[:j])",
            "same(m.value, member.value)) for m in members[:j])",
        ),
    ),
    *mutations(
        "symbolic/relations/subquery",
        ("or not all(c.is_identity for c in expr.collations):", "or not expr.collations:"),
        (
            "matches = [and_(not_(a.null), same(a, b, collation)) for a, b, collation in pairs]",
            "matches = [and_(not_(a.null), same(a, b)) for a, b, collation in pairs]",
        ),
        (
            "matches = [and_(not_(a.null), same(a, b, collation)) for a, b, collation in pairs]",
            "matches = [same(a, b, collation) for a, b, collation in pairs]",
        ),
    ),
    *mutations(
        "symbolic/relations/join_flatten",
        ("                self.conjuncts.extend(conjuncts_of(rel.predicate))", "                pass"),
        ("expr.op is not CompareOp.EQ or not expr.collation.is_identity:", "expr.op is not CompareOp.EQ:"),
    ),
    *mutations(
        "symbolic/relations/join",
        ("            if first is second or not interchangeable(first, second):", "            if first is second:"),
        ("one_row = len({lineage.scans.get(column) for column in ids}) == 1", "one_row = True"),
        ("matched_right[position].append(present)", "matched_right[position].append(b.present)"),
        ("row.cells[(i + width) % total]", "row.cells[i]"),
    ),
    *mutations(
        "symbolic/constraints",
        ("    result += instance.validity\n", ""),
        ("values = [_as_parent(v, c, p, run) for v, c, p in zip(values, *declared, strict=True)]", "pass"),
        (
            "collation = column.collation if column is not None else BINARY\n        equal",
            "collation = BINARY\n        equal",
        ),
        ('            keys.append(("rowid",))\n', "            pass\n"),
    ),
)
