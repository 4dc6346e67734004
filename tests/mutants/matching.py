"""Mutations of the matching of plans, and of the questions about single rows that it asks."""

from __future__ import annotations

from mutants.mutation import Mutation, mutations

_M = "search/prove/matching"
MATCHING: tuple[Mutation, ...] = (
    *mutations(
        f"{_M}/equal_parts",
        ("_matched", "forms.by_chance or any((values_may_fail(form.rel) for form in forms.both))", "False"),
    ),
    *mutations(
        f"{_M}/equal_rows",
        ("EqualRows.same_truth", "set(ours) == set(theirs)", "bool(set(ours) & set(theirs))"),
        ("EqualRows.same_values", "pair[0] != pair[1]", "False"),
        ("EqualRows.shown", "[*exprs, *(e.Call('typeof', (expr,)) for expr in exprs)] if forms else exprs", "exprs"),
    ),
    *mutations(
        f"{_M}/same_shape",
        ("SameShape._order", "alike and self.rows.same_values(left.input, pairs, forms=False)", "alike"),
        (
            "SameShape._order",
            "alike and self.rows.same_values(left.input, pairs, forms=False)",
            "self.rows.same_values(left.input, pairs, forms=False)",
        ),
        ("SameShape._limit", "(left.limit, left.offset) != (right.limit, right.offset)", "left.offset != right.offset"),
        ("SameShape.relation", "not seen.order or same_orders(left, right, self.facts)", "True"),
        ("SameShape._window", "wanted not in left.calls", "False"),
        ("_same_arguments", "ours.args == theirs.args and ours.collations == theirs.collations", "True"),
        ("SameShape._subquery", "self.relation(other.rel, part.rel, names, seen) is not None", "True"),
        ("SameShape._project", "self.rows.same_values(left.input, pairs, forms=seen.forms)", "True"),
    ),
    *mutations(
        f"{_M}/matched_joins",
        ("matched_joins", "matcher.rows.same_truth(base, ours.conditions, wanted)", "True"),
        ("matched_joins", "len(ours.outers) != len(theirs.outers)", "False"),
        (
            "_outers",
            "not matcher.rows.same_truth(pairs, here, [matcher.read(part, here, found) for part in there])",
            "False",
        ),
        ("paired", "type(candidate) is type(first)", "True"),
    ),
    *mutations(
        f"{_M}/matched_sums",
        ("matched_sums", "matcher.rows.agree(sides[0], sides[1], copies=seen.copies)", "True"),
        ("matched_sums", "seen.copies", "False"),
        (
            "_over",
            "block.outers or rows.outers or len(block.leaves) != len(rows.leaves)",
            "block.outers or rows.outers",
        ),
    ),
    *mutations(
        f"{_M}/matched_groups",
        ("matched_groups", "left.grouped != right.grouped or len(left.bare) != len(right.bare)", "False"),
        ("_keys", "collation is column.collation", "True"),
        ("_keys", "len(used) == len(left.keys)", "True"),
        (
            "_call",
            "_said(other) == _said(wanted) and _same_call(matcher, left.input, other, wanted)",
            "_same_call(matcher, left.input, other, wanted)",
        ),
        (
            "_call",
            "_said(other) == _said(wanted) and _same_call(matcher, left.input, other, wanted)",
            "_said(other) == _said(wanted)",
        ),
        ("_same_call", "not matcher.rows.same_truth(rows, here, there)", "False"),
        (
            "_said",
            "(call.func, len(call.args), call.distinct, call.collation, order)",
            "(call.func, len(call.args), call.collation, order)",
        ),
    ),
    *mutations(
        f"{_M}/matched_arms",
        ("matched_arms", "left.kind is not right.kind or _collations(left) != _collations(right)", "False"),
        ("_commutes", "rel.kind is not r.SetKind.EXCEPT and alike", "alike"),
        ("matched_without_copies", "not unique_on(other, other.columns, matcher.facts)", "False"),
        ("matched_distinct", "found if shown == {column.id for column in left.columns} else None", "found"),
    ),
    *mutations(
        f"{_M}/single_rows",
        ("_least_counts", "int(rel.grouped and (not call.args) and (call.filter is None))", "1"),
        ("_least_counts", "int(call.function.kind is FunctionKind.WINDOW)", "2"),
        ("_Copier._is_known", "renaming(one, other, around) is not None", "True"),
        ("SingleRows._agree", "sure and self._refuted(encoding, taken)", "self._refuted(encoding, taken)"),
        ("SingleRows._refuted", "not isinstance(answer, Unsat)", "False"),
        ("_Copier._synthetic", "never_null(column, rel, self._facts)", "True"),
        (
            "_Copier._relation",
            "() if rel.kind is r.JoinKind.INNER else tuple((column.id for column in rel.right.columns))",
            "()",
        ),
        ("_Copier._from_around", "isinstance(part, e.Exists)", "True"),
        (
            "_beside",
            "replace(rel, left=_beside(rel.left, table), right=_beside(rel.right, table))",
            "replace(rel, left=_beside(rel.left, table))",
        ),
    ),
    *mutations(
        f"{_M}/column_types",
        ("ColumnTypes._common", "found.pop() if len(found) == 1 else None", "next(iter(found), None)"),
    ),
    *mutations(
        f"{_M}/correspondence",
        (
            "placed",
            "[twin and twin.id for twin in twins] == [column.id for column in left.columns]",
            "len(twins) == len(left.columns)",
        ),
    ),
)
