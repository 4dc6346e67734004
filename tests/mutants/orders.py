"""Bugs in what hangs on an order: sorting, limits, windows, recursion, GROUP_CONCAT, results that SQL leaves open."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

ORDERS: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/rows/ordering",
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
        ("    record_cut(table, kept, run)\n", ""),
        (
            "again = and_(other.present, same_row(picked[i], picked[j], collations))",
            "again = same_row(picked[i], picked[j], collations)",
        ),
        ("run.ambiguous(and_(row.present, again, any_of((*rest, apart))))", "pass"),
    ),
    *mutations(
        "symbolic/rows/ordering",
        ("low = le(integer(skipped), position)", "low = TRUE"),
        (
            "early, late = (left, right) if direction.nulls_first else (right, left)",
            "early, late = (left, right)",
        ),
        (
            "skipped + most >= len(table.rows) and skipped == 0:",
            "skipped + most >= len(table.rows):",
        ),
        ("found.append(and_(tied, not_(same_row(first.cells, second.cells))))", "pass"),
        (
            "            return eq(a, b)\n        case Text(), Text() if not collation",
            "            return FALSE\n        case Text(), Text() if not collation",
        ),
        (
            "Text(), Text() if not collation.is_identity:\n            return and_(atoms_equal(",
            "Text(), Text() if not collation.is_identity:\n            return and_(FALSE, atoms_equal(",
        ),
        ("rest = [not_(same(other.cells[k], row.cells[k])) for k in others]", "rest: list[Term] = []"),
        ("tied = and_(tied, same(a, b, direction.collation))", "tied = and_(tied, same(a, b))"),
        (
            "return or_(not_(same_row(left, right)), distinguishable",
            "return or_(FALSE, distinguishable",
        ),
        (
            "distinguishable(left, right, [BINARY] * len(left)))",
            "FALSE)",
        ),
        ("and_(tied, lt(places[i], places[j])))\n            result[j][i]", "tied)\n            result[j][i]"),
        ("and_(again, lt(places[i], places[j])))", "again)"),
    ),
    *mutations(
        "symbolic/execution",
        ("self.rules += [not_(eq(a, b)) for i, a in enumerate(places) for b in places[:i]]", "pass"),
        ("            self.ambiguities.append(condition)", "            pass"),
        ("            self.unfinished.append(condition)", "            pass"),
    ),
    *mutations(
        "symbolic/relations/window_frames",
        ("return and_(self.table.rows[other].present, self.together(row, other))", "return self.together(row, other)"),
        (
            "return and_(self.table.rows[other].present, self.together(row, other))",
            "return self.table.rows[other].present",
        ),
        ("same_row(first, second, self.collations)", "same_row(first, second)"),
        ("and_(self.member(row, j), not_(self.before(row, j)))", "and_(self.member(row, j), self.before(j, row))"),
        (
            "return count([TRUE, *(self.member(row, j) for j in self.others(row))])",
            "return count(self.member(row, j) for j in self.others(row))",
        ),
        ("self.before(j, row), self.leads(j))", "self.before(j, row))"),
        ("self.peers(row, j), self.first(j, row)) for", "self.peers(row, j)) for"),
        (
            "return count(and_(self.member(row, j), self.before(j, row)) for j in self.others(row))",
            "return count(self.before(j, row) for j in self.others(row))",
        ),
        ("return FALSE if row == other else TRUE", "return TRUE"),
        (
            "case Exclude.GROUP:\n                return not_(self.rows.peers(row, other))",
            "case Exclude.GROUP:\n                return FALSE if row == other else TRUE",
        ),
        (
            "return TRUE if row == other else not_(self.rows.peers(row, other))",
            "return not_(self.rows.peers(row, other))",
        ),
        (
            "reach = integer(int(offset) if kind is BoundKind.FOLLOWING else -int(offset))",
            "reach = integer(int(offset))",
        ),
        ("else le(distance, reach)", "else lt(distance, reach)"),
        ("return le(reach, distance) if starts", "return lt(reach, distance) if starts"),
        (
            "measure = self.rows.place if self.unit is FrameUnit.ROWS else self.rows.group",
            "measure = self.rows.place",
        ),
        (
            "        if self.unit is FrameUnit.ROWS:\n            return not_(self.rows.first(low, high))",
            "        if True:\n            return not_(self.rows.first(low, high))",
        ),
        (
            "        if self.unit is FrameUnit.ROWS:\n            return not_(self.rows.first(low, high))",
            "        if False:\n            return not_(self.rows.first(low, high))",
        ),
        ("low, high = (other, row) if starts else (row, other)", "low, high = (other, row)"),
        ("shift = -offset if direction.descending else offset", "shift = offset"),
        (
            "here = _shifted(here, shift, self.run)\n",
            "there = _shifted(there, shift, self.run)\n",
        ),
        ("return shifted(atom.term, offset, run)", "return shifted(atom.term, int(offset), run)"),
        (
            "return self.unit is FrameUnit.ROWS and bounds != (BoundKind.UNBOUNDED_PRECEDING, "
            "BoundKind.UNBOUNDED_FOLLOWING)",
            "return False",
        ),
    ),
    *mutations(
        "symbolic/relations/window_functions",
        ("return number(add(call.rows.place(row), integer(1)))", "return number(call.rows.place(row))"),
        (
            "return number(add(call.rows.smaller(row), integer(1)))",
            "return number(add(call.rows.place(row), integer(1)))",
        ),
        (
            "return number(add(call.rows.group(row), integer(1)))",
            "return number(add(call.rows.smaller(row), integer(1)))",
        ),
        ("others = subtract(call.rows.height(row), integer(1))", "others = call.rows.height(row)"),
        ("quotient(call.rows.not_greater(row)", "quotient(call.rows.smaller(row)"),
        ("wide = larger * (least + 1)", "wide = larger * least"),
        ("return 1 + larger + (place - wide) // least", "return 1 + (place - wide) // least"),
        ("default = call.argument(2, row) if len(args) > 2 else NULL", "default = NULL"),
        ("offset = call.argument(1, row) if len(args) > 1", "offset = number(integer(1)) if len(args) > 1"),
        (
            "if sign > 0 else subtract(call.rows.place(row), distance)",
            "if sign < 0 else subtract(call.rows.place(row), distance)",
        ),
        (
            "here = and_(alt.guard, call.rows.member(row, j), eq(call.rows.place(j), wanted))",
            "here = and_(alt.guard, eq(call.rows.place(j), wanted))",
        ),
        (
            "if frames.start[0] is BoundKind.UNBOUNDED_PRECEDING and frames.exclude is Exclude.NO_OTHERS:",
            "if frames.start[0] is BoundKind.UNBOUNDED_PRECEDING:",
        ),
        (
            "if frames.end[0] is BoundKind.UNBOUNDED_FOLLOWING and frames.exclude is Exclude.NO_OTHERS:",
            "if frames.end[0] is BoundKind.UNBOUNDED_FOLLOWING:",
        ),
        ("lambda n: rows.first(other, n))", "lambda n: rows.first(n, other))"),
        ("return and_(inside, eq(earlier, integer(wanted - 1)))", "return and_(inside, eq(earlier, integer(wanted)))"),
        ("        if self.call.filter is None:\n            return TRUE", "        if True:\n            return TRUE"),
        (
            "members = [Member(and_(call.frames.inside(row, n), call.counted(n)), call.argument(0, n)) for n in rows]",
            "members = [Member(call.frames.inside(row, n), call.argument(0, n)) for n in rows]",
        ),
        ('return _once_real(call, row, result) if window.func == "sum" else result', "return result"),
        ("frames.before_end(row, n), call.counted(n))", "call.counted(n))"),
        ("collation=window.collation, span", "span"),
        ('_BY_POSITION = frozenset({"row_number", "lag", "lead"})', '_BY_POSITION = frozenset({"row_number"})'),
        ('    elif name == "ntile":', '    elif name == "ntile" and False:'),
        ("        elif name in _CHOOSING:\n            _note_choice(call)", "        elif False:\n            pass"),
        ("differ = and_(both, unlike([call.argument(0, i)], [call.argument(0, j)]))", "differ = both"),
    ),
    *mutations(
        "symbolic/relations/window",
        (
            "call.partition_collations or (BINARY,) * len(call.partition)",
            "(BINARY,) * len(call.partition)",
        ),
        (
            "Direction(k.descending, k.nulls_first, k.collation)",
            "Direction(k.descending, not k.descending, k.collation)",
        ),
        ("Direction(k.descending, k.nulls_first, k.collation)", "Direction(k.descending, k.nulls_first, BINARY)"),
        (
            "key = (call.partition, call.partition_collations, call.order)",
            "key = (call.partition, call.partition_collations)",
        ),
        ("            self.ambiguous(and_(both, self.unlike(i, j)))", "            pass"),
        ("both = and_(both, rows.peers(i, j))", "pass"),
        (
            "[n for n, column in enumerate(self.table.columns) if column.id in used]",
            "list(range(len(self.table.columns)))",
        ),
        ("            stack.extend(node.calls)\n", "            pass\n"),
    ),
    *mutations(
        "symbolic/relations/recursion",
        ("if self.rel.distinct and not self.counted and self._varying:", "if False:"),
        ("else limit + self.skipped", "else limit"),
        ("        if self.skipped == 0:\n", "        if True:\n"),
        ("row.under(not_(lt(p, integer(self.skipped))))", "row.under(not_(lt(p, integer(self.skipped - 1))))"),
        (
            "kept = [lt(place, integer(most)) for place in places]",
            "kept = [lt(place, integer(most + 1)) for place in places]",
        ),
        ("self.executor.run.ambiguous(and_(cut, unlike(first.cells, second.cells)))", "pass"),
        ("            self.executor.run.incomplete(more)\n", ""),
        (
            "return any_of(self._unseen(row, earlier) for row in generation)",
            "return FALSE",
        ),
        ("found = _merged(plain, same=self.rel.distinct)", "found = _merged(plain, same=True)"),
        (
            "known = _constants_of(row) if all(c.is_identity for c in self.collations) else None",
            "known = _constants_of(row)",
        ),
        (
            "again = and_(other.present, same_row(other.cells, row.cells, self.collations))",
            "again = same_row(other.cells, row.cells, self.collations)",
        ),
        ("if _alike(known, row) and exclusive(known.present, row.present):", "if _alike(known, row):"),
        (
            "return choose(first.present, first.cells[index], second.cells[index])",
            "return first.cells[index]",
        ),
        (
            "return eq_zero(subtract(first, second)) is FALSE or eq_zero(add(first, second)) is FALSE",
            "return first is not second",
        ),
        ("before = [row.present for row in self.rows[:start]]", "before: list[Term] = []"),
        ("working[self.rel.name_id] = (row,)", "working[self.rel.name_id] = tuple(self.rows)"),
        (
            "earlier = [and_(row.present, lt(free[j], free[i])) for j, row in enumerate(rows) if j != i]",
            "earlier = [row.present for row in rows[:i]]",
        ),
    ),
    *mutations(
        "symbolic/relations/group_concat",
        ("        listed = _one_of_each(listed, call.collation, run)\n", ""),
        ("        _note_repeats(listed, sorts, call.collation, run)\n", ""),
        (
            "strict, tied = ordered(i, j)\n        return or_(strict, and_(tied, chosen(i, j)))",
            "return chosen(i, j)",
        ),
        (
            "Direction(key.descending, key.nulls_first, key.collation) for key in call.order",
            "Direction(False, key.nulls_first, key.collation) for key in call.order",
        ),
        ("                run.ambiguous(and_(both, not_(same_part(", "                (and_(both, not_(same_part("),
        (
            "earlier = (and_(o.inside, first(k, n)) for k, o in listed if k != n)",
            "earlier = (first(k, n) for k, o in listed if k != n)",
        ),
        ("nobody = not_(any_of(part.inside for part in parts))", "nobody = FALSE"),
        ('return "" if known[0] is None else str(known[0])', 'return ","'),
    ),
    *mutations(
        "symbolic/text/marks",
        ("run.incomplete(any_of(and_(inside, alt.guard, _contains(alt.atom, mark)) for inside, alt in atoms))", "pass"),
    ),
    *mutations(
        "symbolic/relations/limit_one",
        ("natural = first.nulls_first is not first.descending", "natural = True"),
        ("    if not direction.descending:\n", "    if False:\n"),
    ),
    *mutations(
        "symbolic/text/automaton",
        (
            "        if state == len(string):\n            return _ABOVE",
            "        if state == len(string):\n            return _BELOW",
        ),
        ("return state == _BELOW or 0 <= state < len(string)", "return state == _BELOW"),
        ("            following |= reached\n", "            pass\n"),
        ("size if chunk.there is TRUE else ite(chunk.there, size, integer(0))", "size"),
    ),
    *mutations(
        "symbolic/text/composite_functions",
        ("up = floor_of(add(scale(factor, atom.term), half))", "up = floor_of(scale(factor, atom.term))"),
        ('return choose(value.null, constant(""), as_text(value, run))', "return as_text(value, run)"),
        ("        null = or_(left.null, right.null)\n", "        null = left.null\n"),
    ),
    *mutations(
        "symbolic/text/pieces",
        ("                run.incomplete(and_(guard, inside))", "                pass"),
        ("return and_(eq(self.scaled, other.scaled), same_sign)", "return eq(self.scaled, other.scaled)"),
        ("            if key(x) != key(y):\n                return None\n", ""),
    ),
    *mutations(
        "symbolic/text/sequence",
        ("return and_(eq(self.length, length), all_of(agree))", "return all_of(agree)"),
        ("and_(o.inside, eq(part.place, o.place), same_part(", "and_(o.inside, same_part("),
        ("return and_(eq(self.length, integer(1)), any_of(only))", "return any_of(only)"),
        ("                found.append(and_(here, spelled))", "                pass"),
        ("return eq(a, b) if a.sort is b.sort else FALSE", "return eq(a, b)"),
        ("        tied = and_(tied, eq(a, b))\n", ""),
        ("result = ite(alt.guard, ite(last, ends, goes_on), result)", "result = ite(alt.guard, ends, result)"),
    ),
)
