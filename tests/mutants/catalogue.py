"""The mutations: a file of `spotit`, a snippet that occurs in it exactly once, and what replaces it.

A mutant that was found to mean the same as the original (it only builds larger terms) is not listed.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """One deliberate bug."""

    file: str
    old: str
    new: str

    @property
    def title(self) -> str:
        """The mutation on one line."""
        old, new = (" ".join(text.split())[:60] for text in (self.old, self.new))
        return f"{self.file}: {old}  ->  {new}"


def _in(file: str, *changes: tuple[str, str]) -> tuple[Mutation, ...]:
    return tuple(Mutation(f"symbolic/{file}.py", old, new) for old, new in changes)


MUTATIONS: tuple[Mutation, ...] = (
    *_in(
        "relational",
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
        ("names = [column.collation for column in rel.columns]", 'names = ["BINARY" for column in rel.columns]'),
        ("        if not rel.grouped:\n", "        if not rel.grouped and not rel.bare:\n"),
        ("Direction(key.descending, key.nulls_first, key.collation)", "Direction(key.descending, True, key.collation)"),
        (
            "Direction(key.descending, key.nulls_first, key.collation)",
            'Direction(key.descending, key.nulls_first, "BINARY")',
        ),
        ("outer = any(column in self.references(rel) for column in env)", "outer = False"),
    ),
    *_in(
        "groups",
        ("leads = and_(row.present, not_(earlier))", "leads = row.present"),
        (
            "result.append(self.row(leads, [*[FALSE] * i, TRUE, *later], i))",
            "result.append(self.row(leads, [*[FALSE] * i, TRUE, *[FALSE] * (n - i - 1)], i))",
        ),
        (
            "later = (and_(self.input[j].present, together[i][j]) for j in range(i + 1, n))",
            "later = (together[i][j] for j in range(i + 1, n))",
        ),
        (
            "return self.row(TRUE, [row.present for row in self.input], None)",
            "return self.row(any_of(row.present for row in self.input), [row.present for row in self.input], None)",
        ),
        ("        if call.filter is None:\n            return TRUE", "        if True:\n            return TRUE"),
        ("return found[0] if len(distinct_calls) == 1 else None", "return found[0] if found else None"),
        ("return found[0] if len(distinct_calls) == 1 else None", "return None"),
        ('if call.func == "max" else', 'if call.func == "min" else'),
        ("return [or_(c, and_(nobody, i)) for c, i in zip(unbeaten, inside, strict=True)]", "return unbeaten"),
        ("names = [column.collation for column in rel.columns[: len(rel.keys)]]", 'names = ["BINARY"] * len(rel.keys)'),
    ),
    *_in(
        "grouping",
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
            "    return number(_real_sum(members, run))\n",
            "    return number(_real_sum(members, run), not_(any_of(m.inside for m in members)))\n",
        ),
        ("Alt(and_(not_(nobody), is_real), Number(exact)),", "Alt(and_(not_(nobody), is_real), Number(reals)),"),
    ),
    *_in(
        "ordering",
        ("natural = direction.nulls_first is not direction.descending", "natural = True"),
        ("first, second = (right, left) if direction.descending else (left, right)", "first, second = (left, right)"),
        (
            "        strictly.append(and_(tied, sorts_before(a, b, direction)))",
            "        strictly.append(sorts_before(a, b, direction))",
        ),
        ("result[j][i] = and_(first.present, goes_first)", "result[j][i] = goes_first"),
        ("result[i][j] = and_(second.present, not_(goes_first))", "result[i][j] = FALSE"),
        ("    if skipped == 0 and most == 1:\n", "    if most == 1:\n"),
        ("lt(position, integer(skipped + most))", "lt(position, integer(most))"),
        ("    _record_cut(table, kept, run)\n", ""),
        (
            "again = and_(other.present, same_row(picked[i], picked[j], collations))",
            "again = same_row(picked[i], picked[j], collations)",
        ),
        ("run.ambiguous(and_(row.present, again, any_of((*rest, apart))))", "pass"),
    ),
    *_in(
        "subquery",
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
    *_in(
        "flatten",
        (
            "                if rel.on is not None:\n                    self.conjuncts.extend(conjuncts_of(rel.on))",
            "                pass",
        ),
    ),
    *_in(
        "joins",
        (
            'if conjunct.op is not CompareOp.EQ or conjunct.collation != "BINARY":\n                continue',
            "if conjunct.op not in (CompareOp.EQ, CompareOp.IS):\n                continue",
        ),
        ("if all(name.casefold() in fixed for name in key):", "if any(name.casefold() in fixed for name in key):"),
        ("and_(a.present, b.present), joined(a.cells, b.cells), b.sort", "a.present, joined(a.cells, b.cells), b.sort"),
    ),
    *_in(
        "lookup",
        (
            "found = and_(*(not_(w.null) for w in wanted)) if total else any_of(matches)",
            "found = any_of(row.present for row in self.rows)",
        ),
        (
            "found = and_(*(not_(w.null) for w in wanted)) if total else any_of(matches)",
            "found = and_(*(not_(w.null) for w in wanted))",
        ),
        ("            matches.append(and_(row.present, *equal))", "            matches.append(and_(*equal))"),
        (
            "            if known is not None and interchangeable(known, instance.cell(table, name, 0)):",
            "            if known is not None:",
        ),
    ),
    *_in(
        "joins",
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
    *_in(
        "differ",
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
    *_in(
        "constraints",
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
    *_in(
        "instance",
        ("return le(integer(row + 1), self.size(table))", "return le(integer(row), self.size(table))"),
        (
            "        if not self.nullable:\n            return FALSE\n",
            "        if not self.nullable or row:\n            return FALSE\n",
        ),
        ("and_(divisible(4), or_(not_(divisible(100)), divisible(400)))", "divisible(4)"),
        ("(4, 6, 9, 11)", "(4, 6, 9)"),
    ),
    *_in(
        "logic",
        (
            "return Truth(self.false, self.true, self.known, self.parts, finite)",
            "return Truth(not_(self.true), self.true, self.known, self.parts, finite)",
        ),
        (
            "return Truth(any_of(trues), all_of(falses), None, tuple(groups))",
            "return Truth(any_of(trues), any_of(falses), None, tuple(groups))",
        ),
        ("return None if left is None or right is None else 1", "return None if left is None and right is None else 1"),
        ("return None if value is None else 1 - int(value)", "return 1 if value is None else 1 - int(value)"),
        ("false = any_of(and_(guard, not_(test)) for guard, test in tests)", "false = not_(true)"),
    ),
    *_in(
        "comparison",
        (
            "return compare(_NEGATED[op], left, right, collation).negated()",
            "return certain(not_(compare(_NEGATED[op], left, right, collation).true))",
        ),
        ("return Truth(and_(given, raw), and_(given, not_(raw)), null)", "return Truth(raw, not_(raw), null)"),
        ("return 1, collation_key(collation)(value)", "return 1, value"),
        ("            return 1, collation_key(collation)(value)", "            return 0, 0"),
    ),
    *_in(
        "numbers",
        (
            "return number(_quotient(left, right) if whole else ratio(left, right), zero)",
            "return number(floor_div(left, right) if whole else ratio(left, right), zero)",
        ),
        (
            "return number(_quotient(left, right) if whole else ratio(left, right), zero)",
            "return number(_quotient(left, right) if whole else ratio(left, right))",
        ),
        ("return _signed(left, lambda term: floor_mod(term, size))", "return floor_mod(left, size)"),
        (
            "return number(result if whole else to_real(result), eq(divisor, integer(0)))",
            "return number(result, eq(divisor, integer(0)))",
        ),
        ("replaces = below if greatest else not_(below)", "replaces = below if greatest else below"),
        ("ite(le(real(0), atom.term), up, down)", "up"),
    ),
    *_in(
        "conversion",
        (
            "return ite(le(real(0), term), floor_of(term), scale(-1, floor_of(scale(-1, term))))",
            "return floor_of(term)",
        ),
        (
            "    if affinity is Affinity.TEXT:\n        return _textual(value, run)\n",
            "    if affinity is Affinity.TEXT:\n        return value\n",
        ),
    ),
    *_in(
        "value",
        ("return any_of([and_(left.null, right.null), *pairs])", "return any_of(pairs)"),
        ("return any_of([and_(left.null, not_(right.null)), *pairs])", "return any_of(pairs)"),
        (
            "            null = ite(condition, then.null, other.null)\n",
            "            null = or_(then.null, other.null)\n",
        ),
        (
            "return boolean(_class_rank(left) < _class_rank(right))",
            "return boolean(_class_rank(left) > _class_rank(right))",
        ),
    ),
    *_in(
        "scalar",
        ("            run.guard = and_(guard, not_(test.true))\n", "            run.guard = and_(guard, test.true)\n"),
        ("    for test, value in reversed(branches):", "    for test, value in branches:"),
    ),
    *_in(
        "encode",
        ("any_of((*left_run.ambiguities, *right_run.ambiguities, *ties)),", "any_of((*left_run.ambiguities, *ties)),"),
    ),
)
