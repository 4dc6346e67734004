"""Mutations of the automata: languages, functions, members and pools."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

AUTOMATA: tuple[Mutation, ...] = (
    *mutations(
        "automata/classifier",
        ("_minimal", "size == count", "True"),
        ("build", "known is None", "known is None and len(states) < 9"),
    ),
    *mutations(
        "automata/languages/order",
        ("place", "2 * index + (known[index:index + 1] == [state])", "2 * index"),
        ("place", "longer if longer in beginnings else label(longer)", "label(longer)"),
    ),
    *mutations(
        "automata/languages/patterns",
        ("_either_case", "not (character.isascii() and character.isalpha())", "True"),
        ("_bracket", "low = character if (place, character) != (0, ']') else None", "low = character"),
        ("_bracket", "inside.startswith('^')", "False"),
        ("_bracket_end", "place + 1", "place"),
        ("like", "return constant(0)", "break"),
        ("_matching", "len(elements) in places", "bool(places)"),
    ),
    *mutations(
        "automata/languages/measures",
        ("octet_length", "count + number + 1", "count + 1"),
        ("position", "read - size + 1 if matched == size else 0", "read - size + 1"),
        ("position", "read - size + 1 if matched == size else 0", "int(matched == size)"),
        ("first_character", "nothing", "steps.of(0)"),
        ("_DigitReader._digit", "count == 0 and digit == '0'", "False"),
        ("_DigitReader.label", "max(LEAST, min(number, MOST))", "number"),
        ("_DigitReader.label", "outcome >= 0", "outcome > 0"),
        ("_DigitReader.step", "sign == '' and character in _BLANKS", "False"),
    ),
    *mutations(
        "automata/languages/numerals",
        ("numeral", "compared <= 0", "True"),
        ("padded", "width - state[0]", "0"),
        ("padded", "read == 0 and filler == '0' and minus[number]", "False"),
    ),
    *mutations(
        "automata/languages/search",
        ("_overlap", "range(len(text), -1, -1)", "range(len(text) + 1)"),
    ),
    *mutations(
        "automata/functions/letter_case",
        ("uppered", "code in _LOWER", "chr(code).islower()"),
        ("_mapped", "(start, start + _SHIFT, start - _SHIFT)", "(start,)"),
    ),
    *mutations(
        "automata/functions/trim",
        ("right_trimmed", "(kept, after) if dropped[number] else (after, after)", "(after, after)"),
        ("left_trimmed", "state < 0 and dropped[number]", "dropped[number]"),
        ("trimmed", "left_trimmed(right_trimmed(target, characters), characters)", "right_trimmed(target, characters)"),
    ),
    *mutations(
        "automata/functions/concat",
        ("with_prefix", "target.run(0, prefix)", "0"),
        ("with_suffix", "target.labels[target.run(state, suffix)]", "target.labels[state]"),
    ),
    *mutations(
        "automata/functions/replace",
        ("replaced", "old[:pending + 1 - length]", "old[:pending]"),
        ("replaced", "target.labels[target.run(state[0], old[:state[1]])]", "target.labels[state[0]]"),
        ("replaced", "not old", "False"),
    ),
    *mutations(
        "automata/functions/substr",
        ("substring", "max(0, -start - length)", "0"),
        ("substring", "first + length if start > 0 else max(length - 1, 0)", "first + length"),
        ("substring", "slice_from_start(target, max(0, first + length), first)", "slice_from_start(target, 0, first)"),
        ("window_from_end", "moves[run][number] if age < size else run", "moves[run][number]"),
        ("window_from_end", "runs[-1] if beginnings is None else beginnings[0]", "runs[-1] if runs else 0"),
        ("without_last", "(*states, moves[states[-1]][number])[-dropped - 1:]", "(moves[states[-1]][number],)"),
    ),
    *mutations(
        "automata/functions/instr_parts",
        ("_located", "anywhere + before", "2 * anywhere"),
        ("_after", "max(offset - len(needle), 0)", "0"),
        ("_before", "target.run(inner, needle[:extra])", "inner"),
        ("_before", "needle[:matched + 1 - length]", "needle[:matched]"),
    ),
    *mutations(
        "automata/functions/until_nul",
        ("until_nul", "ended or number == 0", "False"),
    ),
    *mutations(
        "automata/functions/collation",
        ("collated_order", "lowered(same_order)", "same_order"),
        ("collated_order", "right_trimmed(same_order, ' ')", "same_order"),
    ),
    *mutations(
        "automata/expressions/truth",
        ("_first_true", "labels[place]", "labels[place] is not None"),
        ("_all", "0 in labels", "0 in labels and None not in labels"),
        ("_any", "None if None in labels else 0", "0"),
    ),
    *mutations(
        "automata/expressions/calls",
        ("is_count", "abs(more) < 2 ** 32 and is_count(arg)", "is_count(arg)"),
    ),
    *mutations(
        "automata/expressions/compare",
        ("mirrored", "_MIRRORED.get(op, op)", "op"),
        ("compared_with", "(floor(value), floor(value) + 1)", "(floor(value),)"),
    ),
    *mutations(
        "automata/expressions/wanted",
        ("Wanted.of_integers", "not isinstance(self.integers, Steps)", "False"),
    ),
    *mutations(
        "automata/members/minterms",
        ("_minterm", "len(found) > most", "found"),
        ("_longer", "len(longer) > most", "longer"),
    ),
    *mutations(
        "automata/members/ordered",
        ("_Orders._behind", "1 if complete else self._most", "1"),
        ("_Orders._unroll", "self._most + 1 if following else 1", "1"),
        ("_Orders._add", "min(count(first, last), 2)", "1"),
    ),
    *mutations(
        "automata/members/subwords",
        ("reduced", "early + late <= most + 1", "early + late <= most"),
        ("_pass", "known > length", "False"),
        ("has_all", "rounds >= most", "True"),
    ),
    *mutations(
        "automata/members/ordered_integers",
        ("ordered_integers", "reversed(orders.without_sign(minus))", "orders.without_sign(minus)"),
        ("_Orders.without_sign", "range(1, len(str(MOST)) + 1)", "range(1, 3)"),
    ),
    *mutations(
        "automata/pools",
        ("_by_minterms", "minterms(plain, cells)", "minterms(plain, 1)"),
        ("_by_minterms", "counts == others", "True"),
        ("_in_order", "not any(('\\x00' in text for _, text in needed))", "True"),
        ("text_pool", "not ordered", "True"),
    ),
)
