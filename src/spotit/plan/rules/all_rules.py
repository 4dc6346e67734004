"""The rules of the normal form, in the order in which they are tried at each node."""

from __future__ import annotations

from spotit.plan.rules.conditions.case_as_condition import CASE_AS_CONDITION
from spotit.plan.rules.conditions.comparison_direction import COMPARISON_DIRECTION
from spotit.plan.rules.conditions.comparison_with_null import COMPARISON_WITH_NULL
from spotit.plan.rules.conditions.constant_comparison import CONSTANT_COMPARISON
from spotit.plan.rules.conditions.constant_operand import CONSTANT_OPERAND
from spotit.plan.rules.conditions.double_negation import DOUBLE_NEGATION
from spotit.plan.rules.conditions.flat_junction import FLAT_JUNCTION
from spotit.plan.rules.conditions.negated_comparison import NEGATED_COMPARISON
from spotit.plan.rules.conditions.negated_junction import NEGATED_JUNCTION
from spotit.plan.rules.conditions.repeated_operand import REPEATED_OPERAND
from spotit.plan.rules.conditions.self_comparison import SELF_COMPARISON
from spotit.plan.rules.conditions.sure_is import SURE_IS
from spotit.plan.rules.conditions.sure_null_test import SURE_NULL_TEST
from spotit.plan.rules.conditions.unix_seconds import UNIX_SECONDS
from spotit.plan.rules.constants.constant_column import CONSTANT_COLUMN
from spotit.plan.rules.constants.constant_key import CONSTANT_KEY
from spotit.plan.rules.constants.null_operand import NULL_OPERAND
from spotit.plan.rules.constants.one_row import ONE_ROW_RULE
from spotit.plan.rules.extremes.extreme_as_exists import EXTREME_AS_EXISTS
from spotit.plan.rules.extremes.having_extreme import HAVING_EXTREME
from spotit.plan.rules.extremes.implied_exists import IMPLIED_EXISTS
from spotit.plan.rules.extremes.one_group import ONE_GROUP
from spotit.plan.rules.extremes.second_value import SECOND_VALUE
from spotit.plan.rules.extremes.skipped_nulls import SKIPPED_NULLS
from spotit.plan.rules.extremes.subqueries_of_one_relation import SUBQUERIES_OF_ONE_RELATION
from spotit.plan.rules.groups.count_of_distinct import COUNT_OF_DISTINCT
from spotit.plan.rules.groups.count_of_group import COUNT_OF_GROUP
from spotit.plan.rules.groups.count_of_rows import COUNT_OF_ROWS
from spotit.plan.rules.groups.decided_column import DECIDED_COLUMN
from spotit.plan.rules.groups.difference_of_counts import DIFFERENCE_OF_COUNTS
from spotit.plan.rules.groups.distinct_of_key import DISTINCT_OF_KEY
from spotit.plan.rules.groups.extreme_key import EXTREME_KEY
from spotit.plan.rules.groups.extreme_of_one_row import EXTREME_OF_ONE_ROW
from spotit.plan.rules.groups.filter_as_where import FILTER_AS_WHERE
from spotit.plan.rules.groups.filter_for_case import FILTER_FOR_CASE
from spotit.plan.rules.groups.group_as_distinct import GROUP_AS_DISTINCT
from spotit.plan.rules.groups.groups_of_groups import GROUPS_OF_GROUPS
from spotit.plan.rules.groups.groups_of_join import GROUPS_OF_JOIN
from spotit.plan.rules.groups.groups_of_one import GROUPS_OF_ONE
from spotit.plan.rules.groups.groups_of_outer_join import GROUPS_OF_OUTER_JOIN
from spotit.plan.rules.groups.having_as_where import HAVING_AS_WHERE
from spotit.plan.rules.groups.sum_of_ones import SUM_OF_ONES
from spotit.plan.rules.groups.unused_aggregate import UNUSED_AGGREGATE
from spotit.plan.rules.joins.condition_above_join import CONDITION_ABOVE_JOIN
from spotit.plan.rules.joins.equal_columns import EQUAL_COLUMNS
from spotit.plan.rules.joins.exists_as_join import EXISTS_AS_JOIN
from spotit.plan.rules.joins.filter_above_join import FILTER_ABOVE_JOIN
from spotit.plan.rules.joins.filter_into_outer_join import FILTER_INTO_OUTER_JOIN
from spotit.plan.rules.joins.implied_equalities import IMPLIED_EQUALITIES
from spotit.plan.rules.joins.inner_below_outer_join import INNER_BELOW_OUTER_JOIN
from spotit.plan.rules.joins.join_by_foreign_key import JOIN_BY_FOREIGN_KEY
from spotit.plan.rules.joins.join_with_groups import JOIN_WITH_GROUPS
from spotit.plan.rules.joins.left_deep_join import LEFT_DEEP_JOIN
from spotit.plan.rules.joins.outer_as_inner import OUTER_AS_INNER
from spotit.plan.rules.joins.outer_by_foreign_key import OUTER_BY_FOREIGN_KEY
from spotit.plan.rules.joins.outer_join_with_groups import OUTER_JOIN_WITH_GROUPS
from spotit.plan.rules.joins.right_as_left import RIGHT_AS_LEFT
from spotit.plan.rules.joins.self_join_by_key import SELF_JOIN_BY_KEY
from spotit.plan.rules.joins.unused_outer_join import UNUSED_OUTER_JOIN
from spotit.plan.rules.rows.below_union_all import BELOW_UNION_ALL
from spotit.plan.rules.rows.distinct_by_key import DISTINCT_BY_KEY
from spotit.plan.rules.rows.distinct_join_as_exists import DISTINCT_JOIN_AS_EXISTS
from spotit.plan.rules.rows.first_as_extreme import FIRST_AS_EXTREME
from spotit.plan.rules.rows.first_by_key import FIRST_BY_KEY
from spotit.plan.rules.rows.implied_null_test import IMPLIED_NULL_TEST
from spotit.plan.rules.rows.inlined_projection import INLINED_PROJECTION
from spotit.plan.rules.rows.limit_below_projection import LIMIT_BELOW_PROJECTION
from spotit.plan.rules.rows.merged_filters import MERGED_FILTERS
from spotit.plan.rules.rows.no_rows import NO_ROWS
from spotit.plan.rules.rows.renamed_columns import RENAMED_COLUMNS
from spotit.plan.rules.rows.repeated_sort_key import REPEATED_SORT_KEY
from spotit.plan.rules.rows.set_operation_as_exists import SET_OPERATION_AS_EXISTS
from spotit.plan.rules.rows.sort_below_projection import SORT_BELOW_PROJECTION
from spotit.plan.rules.rows.true_filter import TRUE_FILTER
from spotit.plan.rules.rows.union_as_distinct import UNION_AS_DISTINCT
from spotit.plan.rules.rows.unseen_copies import UNSEEN_COPIES
from spotit.plan.rules.rows.unseen_order import UNSEEN_ORDER
from spotit.plan.rules.rule import RelationRule, Rule
from spotit.plan.rules.subqueries.anti_join import ANTI_JOIN
from spotit.plan.rules.subqueries.count_as_exists import COUNT_AS_EXISTS
from spotit.plan.rules.subqueries.distinct_as_exists import DISTINCT_AS_EXISTS
from spotit.plan.rules.subqueries.exists_of_same_row import EXISTS_OF_SAME_ROW
from spotit.plan.rules.subqueries.exists_of_union import EXISTS_OF_UNION
from spotit.plan.rules.subqueries.exists_without_columns import EXISTS_WITHOUT_COLUMNS
from spotit.plan.rules.subqueries.greatest_as_none_greater import GREATEST_AS_NONE_GREATER
from spotit.plan.rules.subqueries.in_as_exists import IN_AS_EXISTS
from spotit.plan.rules.subqueries.in_one_value import IN_ONE_VALUE
from spotit.plan.rules.subqueries.lone_subquery import LONE_SUBQUERY
from spotit.plan.rules.subqueries.merged_exists import MERGED_EXISTS
from spotit.plan.rules.subqueries.not_in_beside import NOT_IN_BESIDE
from spotit.plan.rules.subqueries.one_row_of_scalar import ONE_ROW_OF_SCALAR
from spotit.plan.rules.subqueries.outer_join_as_exists import OUTER_JOIN_AS_EXISTS
from spotit.plan.rules.subqueries.scalar_as_outer_join import SCALAR_AS_OUTER_JOIN
from spotit.plan.rules.unions.groups_of_union import GROUPS_OF_UNION
from spotit.plan.rules.unions.unread_column import UNREAD_COLUMN
from spotit.plan.rules.windows.first_of_partition import FIRST_OF_PARTITION
from spotit.plan.rules.windows.neighbour import NEIGHBOUR
from spotit.plan.rules.windows.rank_as_count import RANK_AS_COUNT
from spotit.plan.rules.windows.running_window import RUNNING_WINDOW
from spotit.plan.rules.windows.window_as_subquery import WINDOW_AS_SUBQUERY

UNSEEN_RULES: tuple[Rule, ...] = (UNSEEN_ORDER, UNION_AS_DISTINCT, UNSEEN_COPIES)
"""The rules that drop what is not seen of a result; the symbolic execution applies them to the top of a plan."""

EXECUTION_RULES: tuple[Rule, ...] = (IMPLIED_EQUALITIES, UNIX_SECONDS)
"""Laws that only the symbolic execution applies, by its own means: the normal form has others in their place."""

RULES: tuple[Rule, ...] = (
    FLAT_JUNCTION,
    REPEATED_OPERAND,
    CONSTANT_OPERAND,
    DOUBLE_NEGATION,
    NEGATED_JUNCTION,
    NEGATED_COMPARISON,
    COMPARISON_DIRECTION,
    COMPARISON_WITH_NULL,
    CONSTANT_COMPARISON,
    NULL_OPERAND,
    SELF_COMPARISON,
    SURE_NULL_TEST,
    SURE_IS,
    CASE_AS_CONDITION,
    IN_ONE_VALUE,
    IN_AS_EXISTS,
    EXISTS_WITHOUT_COLUMNS,
    EXISTS_OF_UNION,
    MERGED_EXISTS,
    ONE_ROW_OF_SCALAR,
    COUNT_AS_EXISTS,
    UNSEEN_ORDER,
    UNSEEN_COPIES,
    UNION_AS_DISTINCT,
    SET_OPERATION_AS_EXISTS,
    NO_ROWS,
    ONE_ROW_RULE,
    BELOW_UNION_ALL,
    REPEATED_SORT_KEY,
    SORT_BELOW_PROJECTION,
    LIMIT_BELOW_PROJECTION,
    FIRST_BY_KEY,
    FIRST_AS_EXTREME,
    SECOND_VALUE,
    FIRST_OF_PARTITION,
    WINDOW_AS_SUBQUERY,
    RUNNING_WINDOW,
    RANK_AS_COUNT,
    NEIGHBOUR,
    TRUE_FILTER,
    MERGED_FILTERS,
    COUNT_OF_GROUP,
    NOT_IN_BESIDE,
    HAVING_AS_WHERE,
    ONE_GROUP,
    EXTREME_AS_EXISTS,
    IMPLIED_EXISTS,
    IMPLIED_NULL_TEST,
    OUTER_AS_INNER,
    RIGHT_AS_LEFT,
    OUTER_BY_FOREIGN_KEY,
    CONDITION_ABOVE_JOIN,
    FILTER_ABOVE_JOIN,
    FILTER_INTO_OUTER_JOIN,
    LEFT_DEEP_JOIN,
    INNER_BELOW_OUTER_JOIN,
    INLINED_PROJECTION,
    RENAMED_COLUMNS,
    EXISTS_OF_SAME_ROW,
    EXISTS_AS_JOIN,
    DISTINCT_AS_EXISTS,
    JOIN_WITH_GROUPS,
    OUTER_JOIN_WITH_GROUPS,
    ANTI_JOIN,
    OUTER_JOIN_AS_EXISTS,
    SCALAR_AS_OUTER_JOIN,
    LONE_SUBQUERY,
    SUBQUERIES_OF_ONE_RELATION,
    GREATEST_AS_NONE_GREATER,
    EQUAL_COLUMNS,
    CONSTANT_COLUMN,
    SELF_JOIN_BY_KEY,
    JOIN_BY_FOREIGN_KEY,
    UNUSED_OUTER_JOIN,
    DECIDED_COLUMN,
    CONSTANT_KEY,
    UNREAD_COLUMN,
    GROUPS_OF_UNION,
    COUNT_OF_ROWS,
    DISTINCT_OF_KEY,
    FILTER_FOR_CASE,
    SUM_OF_ONES,
    DIFFERENCE_OF_COUNTS,
    FILTER_AS_WHERE,
    COUNT_OF_DISTINCT,
    SKIPPED_NULLS,
    GROUPS_OF_GROUPS,
    GROUPS_OF_ONE,
    UNUSED_AGGREGATE,
    EXTREME_KEY,
    EXTREME_OF_ONE_ROW,
    GROUPS_OF_OUTER_JOIN,
    GROUPS_OF_JOIN,
    HAVING_EXTREME,
    GROUP_AS_DISTINCT,
    DISTINCT_BY_KEY,
    DISTINCT_JOIN_AS_EXISTS,
)

BY_FOREIGN_KEYS = frozenset(rule.name for rule in RULES if isinstance(rule, RelationRule) and rule.by_foreign_keys)
"""The names of the rules that take for granted that each foreign key finds its row."""
