"""Bugs in what is computed from values: comparison, arithmetic, text, dates, patterns."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

VALUES: tuple[Mutation, ...] = (
    *mutations(
        "symbolic/operators/truth",
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
    *mutations(
        "symbolic/operators/comparison",
        (
            "return compare(_NEGATED[op], left, right, collation).negated()",
            "return certain(not_(compare(_NEGATED[op], left, right, collation).true))",
        ),
        ("return Truth(and_(given, raw), and_(given, not_(raw)), null)", "return Truth(raw, not_(raw), null)"),
        ("return 1, collation.key(value)", "return 1, value"),
        ("            return 1, collation.key(value)", "            return 0, 0"),
    ),
    *mutations(
        "symbolic/operators/arithmetic",
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
    *mutations(
        "symbolic/operators/conversion",
        (
            "return ite(le(real(0), term), floor_of(term), scale(-1, floor_of(scale(-1, term))))",
            "return floor_of(term)",
        ),
        (
            "    if affinity is Affinity.TEXT:\n        return _textual(value, run)\n",
            "    if affinity is Affinity.TEXT:\n        return value\n",
        ),
    ),
    *mutations(
        "symbolic/values/value",
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
    *mutations(
        "symbolic/expressions/evaluate",
        ("            run.guard = and_(guard, not_(test.true))\n", "            run.guard = and_(guard, test.true)\n"),
        ("    for test, value in reversed(branches):", "    for test, value in branches:"),
    ),
    *mutations(
        "symbolic/values/text_order",
        ("            position = rest + 1\n", "            position = rest\n"),
        ("leaves.append(integer(2 * position if exact else 2 * position - 1))", "leaves.append(integer(2 * position))"),
        ("position, exact = kept[0].cut(key(string))", "position, exact = kept[0].cut(string)"),
        ("ranks = {k: n for n, k in enumerate(sorted({key(s)", "ranks = {key(k): n for n, k in enumerate(sorted({s"),
        ("shift = -1 if before else 2 * block - 1", "shift = -1"),
        ("integer(1 if before else -1)", "integer(-1)"),
        ("before = one.replace", "before = not one.replace"),
    ),
    *mutations(
        "symbolic/operators/comparison",
        ("return certain(or_(and_(number.null, text.null), and_(given, equal)))", "return certain(and_(given, equal))"),
        ('_INTEGER = re.compile(r"0|-?[1-9][0-9]*")', '_INTEGER = re.compile(r"-?[0-9]+")'),
        (
            "_SWAPPED = {CompareOp.GT: CompareOp.LT, CompareOp.LE: CompareOp.GE}",
            "_SWAPPED = {CompareOp.GT: CompareOp.LT, CompareOp.LE: CompareOp.LT}",
        ),
    ),
    *mutations(
        "symbolic/operators/conversion",
        ("return Number(scale(Fraction(1, 10**fraction), term))", "return Number(term)"),
        (
            "return Number(integer(0) if lead is None or lead[0] == 0 else layout.digits(0, lead[0]))",
            "return Number(integer(0))",
        ),
        ("return lift(integral(leading_number(atom)) if Layout.of(atom).is_number() else atom)", "return lift(atom)"),
        (
            "        return value\n    found = direct(_LOOKS_NUMERIC, [value], run)",
            "        return value\n    found = value",
        ),
        ("nulls = [null, *(and_(guard, value.null) for guard, value in cases)]", "nulls = [null]"),
        ("            return lift(Number(to_real(term)))", "            return lift(atom)"),
        ("\"CASE typeof(?1 + 0) WHEN 'real' THEN CAST(CAST(?1 AS INTEGER) AS REAL) ELSE ?1 + 0 END\"", '"?1 + 0"'),
    ),
    *mutations(
        "symbolic/dates/moment",
        (
            "late = not_(le(self.number, integer(calendar.LAST_DAY)))",
            "late = not_(le(self.number, integer(calendar.LAST_DAY - 1)))",
        ),
        (
            "return add(scale(3600, hour), scale(60, minute), second)",
            "return add(scale(3600, hour), scale(60, minute))",
        ),
        ("return moment.on((year, month, integer(1))).at_midnight()", "return moment.on((year, month, integer(1)))"),
        (
            "return moment.on((moment.civil()[0], integer(1), integer(1))).at_midnight()",
            "return moment.on((moment.civil()[0], integer(1), moment.civil()[2])).at_midnight()",
        ),
        (
            "ahead = floor_mod(subtract(integer(int(found[1])), calendar.weekday(days)), integer(7))",
            "ahead = floor_mod(subtract(calendar.weekday(days), integer(int(found[1]))), integer(7))",
        ),
        ("total = add(moment.seconds(), integer(rest))", "total = integer(rest)"),
        (
            "carried = moment.on_day(add(moment.days(), integer(days), quotient(total, _DAY_SECONDS)))",
            "carried = moment.on_day(add(moment.days(), integer(days)))",
        ),
        ("remainder(quotient(left, 60), 60)", "quotient(left, 60)"),
        ("le(elapsed, integer(_DAY_SECONDS))]", "le(elapsed, integer(_DAY_SECONDS - 1))]"),
        ("le(elapsed, integer(_DAY_SECONDS))]", "le(clock[0], integer(24))]"),
        ("checks += [_within(dates[1], 1, 12), _within(dates[2], 1, 31)]", "checks += [_within(dates[1], 1, 12)]"),
        ("real(Fraction(calendar.JULIAN_HALF_DAYS, 2))", "real(Fraction(calendar.JULIAN_HALF_DAYS + 1, 2))"),
        ("add(moment.days(), integer(-calendar.UNIX_DAY))", "add(moment.days(), integer(1 - calendar.UNIX_DAY))"),
        ('months = int(amount) * (12 if unit == "year" else 1)', "months = int(amount)"),
    ),
    *mutations(
        "symbolic/dates/calendar",
        ("return and_(divisible(4), or_(not_(divisible(100)), divisible(400)))", "return divisible(4)"),
        ("since = subtract(year, indicator(le(month, integer(2))))", "since = year"),
        ("quotient(since, 4), centuries, quotient(since, 400),", "quotient(since, 4), quotient(since, 400),"),
        ("quotient(day, 36524), scale(-1, quotient(day, 146096)))", "quotient(day, 36524))"),
        ("shift = indicator(and_(le(integer(3), month), leap(year)))", "shift = indicator(le(integer(3), month))"),
        ("return floor_mod(add(days, integer(3)), integer(7))", "return floor_mod(add(days, integer(4)), integer(7))"),
        ("return floor_mod(add(days, integer(2)), integer(7))", "return floor_mod(add(days, integer(3)), integer(7))"),
        (
            "return year, add(month, indicator(over)), ite(over, subtract(day, length), day)",
            "return year, month, ite(over, length, day)",
        ),
        ("        year = add(year, integer(months // 12))", "        year = add(year, integer(months // 11))"),
        ("return ite(and_(eq(month, integer(2)), leap(year)), integer(29), plain)", "return plain"),
    ),
    *mutations(
        "symbolic/dates/strftime",
        ("noon = le(integer(12), moment.clock[0])", "noon = le(integer(13), moment.clock[0])"),
        ("return ite(eq(past, integer(0)), integer(12), past)", "return past"),
        ("short = le(term, integer(9))", "short = le(term, integer(10))"),
        ('"M": _digits(2, lambda moment: moment.clock[1])', '"M": _digits(2, lambda moment: moment.civil()[1])'),
        (
            '"j": _digits(3, lambda moment: add(calendar.day_of_year(moment.civil()), integer(1)))',
            '"j": _digits(3, lambda moment: calendar.day_of_year(moment.civil()))',
        ),
        (
            "return calendar.civil(add(subtract(days, calendar.monday_based(days)), integer(3)))",
            "return calendar.civil(add(subtract(days, calendar.monday_based(days)), integer(4)))",
        ),
        ("first(moment.days())), integer(7)), 7)", "first(moment.days())), integer(6)), 7)"),
        (
            "week = add(quotient(calendar.day_of_year(_thursday(moment, run)), 7), integer(1))",
            "week = quotient(calendar.day_of_year(_thursday(moment, run)), 7)",
        ),
        ("return add(calendar.monday_based(moment.days()), integer(1))", "return calendar.weekday(moment.days())"),
    ),
    *mutations(
        "symbolic/dates/functions",
        ('modifiers = settings[1:] if name == "strftime" else settings', "modifiers = settings[1:]"),
        ("        moment = written(moment, run)\n", "        pass\n"),
    ),
    *mutations(
        "symbolic/values/layout",
        (
            "low, high = max(start - at, 0), min(stop - at, width)",
            "low, high = max(start - at, 0), min(stop - at, width - 1)",
        ),
        ("term = quotient(field.term, 10 ** (field.width - high))", "term = field.term"),
        ("remainder(term, 10 ** (high - low)) if low else term", "term"),
        ("return integer(int(term.lo // divisor))", "return integer(int(term.lo // divisor) + 1)"),
        ("return add(term, integer(-divisor * int(term.lo // divisor)))", "return term"),
        ("        if not self.dated:\n            return self\n", "        if True:\n            return self\n"),
    ),
    *mutations(
        "symbolic/text/like_glob",
        (
            "return Spot(frozenset({character.lower(), character.upper()} if character.isascii() else {character}))",
            "return Spot(frozenset({character}))",
        ),
        ('ANY if character == "_" else _either_case(character)', "_either_case(character)"),
        ("    if len(first) + len(last) + sum(map(len, middle)) > length:\n        return\n", ""),
        (
            "for at in range(start, stop - needed - len(head) + 1):",
            "for at in range(start, stop - needed - len(head)):",
        ),
        ("return Spot(frozenset(allowed), negated), end + 1", "return Spot(frozenset(allowed)), end + 1"),
        ("allowed.update(map(chr, range(low, high + 1)))", "allowed.update(map(chr, range(low, high)))"),
        ('end = pattern.find("]", position + 1)', 'end = pattern.find("]", position)'),
    ),
    *mutations(
        "symbolic/text/layout_functions",
        (
            "return (whole if first.dated else whole.undated()).value(or_(left.null, right.null))",
            "return (whole if first.dated else whole.undated()).value(left.null)",
        ),
        (
            "return (whole if first.dated else whole.undated()).value(or_(left.null, right.null))",
            "return whole.value(or_(left.null, right.null))",
        ),
        (
            "    if pattern is None or escape == [None]:\n        return NULL\n",
            "    if pattern is None or escape == [None]:\n        return constant(0)\n",
        ),
        (
            "return _everywhere(values[0], sample.find(sought) + 1)",
            "return _everywhere(values[0], sample.find(sought))",
        ),
        ('stop = len(shape.rstrip(strip)) if name != "ltrim" and strip else len(shape)', "stop = len(shape)"),
        (
            '    if not cut:\n        return union(values[0].null, constant("").alts)\n',
            "    if not cut:\n        return NULL\n",
        ),
        (
            "return layout.substring(start, start + len(str(cut))).value(values[0].null)",
            "return layout.substring(start, start + len(str(cut))).value()",
        ),
    ),
    *mutations(
        "symbolic/values/pool",
        (
            "ite(le(index, integer(last)), _tree(index, runs[:middle])",
            "ite(le(index, integer(last + 1)), _tree(index, runs[:middle])",
        ),
        (
            "return not_(any_of(eq(index, integer(position)) for position in outside))",
            "return any_of(eq(index, integer(position)) for position in outside)",
        ),
    ),
    *mutations(
        "dialect/names",
        ("return name.lower() if name.isascii() else name.translate(_ASCII_LOWER)", "return name.lower()"),
    ),
    *mutations("dialect/collation", ('    return text.rstrip(" ")', '    return text.strip(" ")')),
    *mutations(
        "symbolic/operators/tabulate",
        ("return or_(inside, and_(finite.null, boolean(test(finite.at_null))))", "return inside"),
        (
            "row.append(table.at_null if at < 0 else table.outputs[at])",
            "row.append(None if at < 0 else table.outputs[at])",
        ),
        ("return ite(finite.null, self._nested((*chosen, -1), leaf), result)", "return result"),
        (
            "return add(term, integer(-low)), list(range(low, high + 1))",
            "return add(term, integer(-low)), list(range(low + 1, high + 2))",
        ),
        ("key = ite(guard, add(index, integer(offset)), key)", "key = ite(guard, index, key)"),
    ),
    *mutations(
        "symbolic/expressions/functions",
        ('constant("integer" if term.sort is Sort.INT else "real")', 'constant("integer")'),
        ('return choose(values[0].null, constant("null"), named)', "return named"),
    ),
    *mutations(
        "symbolic/operators/arithmetic",
        ("return ite(le(integer(0), right), result, scale(-1, result))", "return result"),
        (
            "return scale(above / below, divide(scale(1 / above, left), scale(1 / below, right)))",
            "return scale(above, divide(scale(1 / above, left), scale(1 / below, right)))",
        ),
        (
            "return number(add(scale(-1, note_range(truncated(atom.term), run)), integer(-1)))",
            "return number(scale(-1, note_range(truncated(atom.term), run)))",
        ),
        (
            "ite(lt(atom.term, zero), integer(-1), ite(eq(atom.term, zero), integer(0), integer(1)))",
            "ite(lt(atom.term, zero), integer(-1), integer(1))",
        ),
        ("lambda term: scale(-1, to_real(floor_of(scale(-1, term))))", "lambda term: to_real(floor_of(term))"),
        (
            "        if atom.term.sort is Sort.INT:\n            return number(to_real(atom.term))",
            "        if atom.term.sort is Sort.INT:\n            return number(atom.term)",
        ),
        ("places = max(0, min(int(digits[0]), 30))", "places = abs(min(int(digits[0]), 30))"),
        ("return _low_bits(value, known[0] + 1, run)", "return _low_bits(value, known[0], run)"),
    ),
    *mutations(
        "symbolic/expressions/evaluate",
        (
            "return next((row[count + n] for n in range(count) if row[n] == 1), row[-1])",
            "return next((row[count + n] for n in range(count) if row[n]), row[0])",
        ),
        (
            "*outputs, at_null = (int(v is None) for (v,) in (*together.rows, together.at_null))",
            "*outputs, at_null = (int(v is not None) for (v,) in (*together.rows, together.at_null))",
        ),
        ("expr.op in EQUALITIES and expr.collation.by_character:", "expr.op in EQUALITIES:"),
    ),
    *mutations(
        "symbolic/values/value",
        ("return not_(below(*cut[0], cut[1] + cut[2]))", "return not_(below(*cut[0], cut[1]))"),
        ("return exactly(*fields, position) if exact else FALSE", "return exactly(*fields, position)"),
        ("text.parts is None or not collation.is_identity:", "text.parts is None:"),
        ("        term = ite(finite.null, leaf(finite.at_null), term)\n", "        pass\n"),
        ("merged[position] = Alt(or_(known.guard, alt.guard), atom)", "merged[position] = Alt(known.guard, atom)"),
        ("first.outputs != second.outputs or first.at_null != second.at_null:", "first.outputs != second.outputs:"),
        ("return boolean(x < y)", "return boolean(x > y)"),
    ),
)
