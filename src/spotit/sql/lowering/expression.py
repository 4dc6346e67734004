"""Syntax of expressions -> plan expressions, with affinity and collation made explicit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spotit.dialect.collation import Collation
from spotit.dialect.functions import Function
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import (
    Arith,
    ArithOp,
    BitNot,
    Call,
    Case,
    Cast,
    CompareOp,
    Exists,
    Expr,
    IsNull,
    Literal,
    Negate,
    Not,
    Scalar,
    When,
)
from spotit.plan.rel import Project
from spotit.plan.walk import has_relation
from spotit.schema import Affinity
from spotit.sql.lowering.calls import lower_call
from spotit.sql.lowering.compare import compare, compare_rows, conjunction, disjunction, in_list, in_query
from spotit.sql.lowering.ordinals import named_collation
from spotit.sql.lowering.results import result_of
from spotit.sql.lowering.state import Build, Calls, Ctes
from spotit.sql.names.typed import DataType, Typed, types_of_column
from spotit.sql.names.typed_scope import TypedScope
from spotit.sql.syntax import ast

_ANY = DataType.NUMBER | DataType.TEXT | DataType.BLOB
_COMPARISONS = {op.value: op for op in CompareOp}
_ARITHMETIC = {op.value: op for op in ArithOp}
_TRUTH = {"true": 1, "false": 0}
_CURRENT = {"CURRENT_DATE": "date", "CURRENT_TIME": "time", "CURRENT_TIMESTAMP": "datetime"}


def inherited(*args: Typed) -> tuple[Collation | None, bool]:
    """Return the collation that an operator takes from a COLLATE in an operand, and whether there is one."""
    for arg in args:
        if arg.explicit:
            return arg.collation, True
    return None, False


def condition(expr: Expr, *args: Typed) -> Typed:
    """Return a condition on some operands: a COLLATE in one of them counts wherever the condition's value ends up."""
    collation, explicit = inherited(*args)
    return Typed(expr, None, collation, explicit)


def literal(value: object, *, typed: DataType) -> Typed:
    """Return a constant."""
    return Typed(
        Literal(value),  # type: ignore[arg-type]
        types=typed,
        text=isinstance(value, str),
        number=isinstance(value, int | float),
    )


class ExprLowering:
    """Lowers the expressions of one SELECT."""

    __slots__ = ("build", "calls", "ctes", "scope")

    def __init__(self, build: Build, scope: TypedScope, ctes: Ctes, calls: Calls) -> None:
        self.build = build
        self.scope = scope
        self.ctes = ctes
        self.calls = calls

    def lower(self, node: ast.Node) -> Typed:
        """Return the plan of an expression that is one value."""
        return _RULES[type(node)](self, node)

    def expr(self, node: ast.Node) -> Expr:
        """Return the bare plan expression of `node`."""
        return self.lower(node).expr

    def again(self, node: ast.Node, typed: Typed) -> Typed:
        """Return a second copy of an expression: one with a subquery is lowered anew, for fresh columns."""
        return self.lower(node) if has_relation(typed.expr) else typed

    def row(self, node: ast.Node) -> list[Typed]:
        """Return the values of an expression that may be a row value."""
        if isinstance(node, ast.RowNode):
            return [self.lower(item) for item in node.items]
        if not isinstance(node, ast.Subquery):
            return [self.lower(node)]
        lowered = self.build.lower(node.query, self.scope, self.ctes)
        if len(lowered.columns) == 1:
            return [_scalar(Scalar(lowered.rel), lowered.last[0], lowered.columns[0])]
        return [self._subquery_column(node.query, index) for index in range(len(lowered.columns))]

    def _subquery_column(self, query: ast.QueryNode, index: int) -> Typed:
        lowered = self.build.lower(query, self.scope, self.ctes)
        picked = lowered.columns[index]
        column = self.build.column(lowered.names[index], picked)
        return _scalar(Scalar(Project(lowered.rel, (picked.expr,), (column,))), lowered.last[index], picked)

    def constant(self, node: ast.Constant) -> Typed:
        """Lower a literal."""
        match node.value:
            case None:
                return literal(None, typed=DataType.NOTHING)
            case str():
                return literal(node.value, typed=DataType.TEXT)
            case bytes():
                return literal(node.value, typed=DataType.BLOB)
        return literal(node.value, typed=DataType.NUMBER)

    def name(self, node: ast.Name) -> Typed:
        """Resolve a column reference; in some dialects, a name in double quotes that is no column is a string."""
        found = self.scope.resolve(node)
        if found is not None:
            return found
        if node.quoted and self.build.dialect.names.quoted_text:
            return literal(node.parts[0], typed=DataType.TEXT)
        if node.plain and node.parts[0].lower() in _TRUTH:
            return literal(_TRUTH[node.parts[0].lower()], typed=DataType.NUMBER)
        raise InvalidSql(f"no such column: {'.'.join(node.parts)}", node.span)

    def now(self, node: ast.Now) -> Typed:
        """Lower CURRENT_DATE and its like to the functions that they stand for, of the present instant."""
        call = Call(_CURRENT[node.keyword], (self.build.instant,), node.span)
        return replace(result_of(call.function, call, []), types=_ANY)

    def parameter(self, node: ast.Parameter) -> Typed:
        """Refuse a parameter: its value is not part of the query."""
        raise UnsupportedSql(f"parameter {node.text}", node.span)

    def unary(self, node: ast.Unary) -> Typed:
        """Lower - + ~ NOT."""
        if node.op == "-":
            return self._minus(node.arg)
        arg = self.lower(node.arg)
        collation, explicit = inherited(arg)
        if node.op == "+":
            return replace(arg, affinity=None)
        result: Expr = Not(arg.expr) if node.op == "NOT" else BitNot(arg.expr)
        return Typed(result, None, collation, explicit)

    def _minus(self, node: ast.Node) -> Typed:
        if isinstance(node, ast.Constant) and node.overflow:
            return literal(-(2**63), typed=DataType.NUMBER)
        arg = self.lower(node)
        collation, explicit = inherited(arg)
        if isinstance(arg.expr, Literal) and isinstance(arg.expr.value, int | float):
            value = arg.expr.value
            if value == -(2**63):
                return literal(-float(value), typed=DataType.NUMBER)
            negated = -value if isinstance(node, ast.Constant) else 0 - value  # of a numeral that is 0.0, it is -0.0
            return literal(negated, typed=DataType.NUMBER)
        return Typed(Negate(arg.expr), None, collation, explicit)

    def binary(self, node: ast.Binary) -> Typed:
        """Lower an infix operator."""
        if node.op in ("AND", "OR"):
            return self._logic(node)
        if node.op in _COMPARISONS:
            return self._comparison(node)
        function = self.build.dialect.functions.scalar(node.op)
        if function is not None:
            return self._infix_call(node, function)
        if node.op not in _ARITHMETIC:
            raise UnsupportedSql(f"operator {node.op}", node.span)
        left, right = self.lower(node.left), self.lower(node.right)
        collation, explicit = inherited(left, right)
        expr = self._arithmetic(node, left.expr, right.expr)
        if node.op == "||":
            types = DataType.TEXT | DataType.BLOB
            return Typed(expr, None, collation, explicit, types, text=True, number=False)
        return Typed(expr, None, collation, explicit)

    def _arithmetic(self, node: ast.Binary, left: Expr, right: Expr) -> Expr:
        """Return the operation with what the dialect makes of its operands; a plan divides as SQLite does."""
        rules = self.build.dialect.operators
        if node.op in ("/", "%") and rules.division_fails:
            raise UnsupportedSql("division that may fail", node.span)
        if node.op == "/" and not rules.integer_division:
            left, right = Cast(left, Affinity.REAL), Cast(right, Affinity.REAL)
        return Arith(_ARITHMETIC[node.op], left, right)

    def _infix_call(self, node: ast.Binary, function: Function) -> Typed:
        """Lower `document -> path`, which is a function by that name."""
        args = [self.lower(node.left), self.lower(node.right)]
        call = Call(function.name, tuple(arg.expr for arg in args), node.span)
        return result_of(function, call, args, inherited(*args)[0])

    def _logic(self, node: ast.Binary) -> Typed:
        """Lower a chain of ANDs or ORs without recursion on its left spine, which can be long."""
        operands = []
        left: ast.Node = node
        while isinstance(left, ast.Binary) and left.op == node.op:
            operands.append(left.right)
            left = left.left
        args = [self.lower(arg) for arg in (left, *reversed(operands))]
        collation, explicit = inherited(*args)
        exprs = [arg.expr for arg in args]
        return Typed(conjunction(exprs) if node.op == "AND" else disjunction(exprs), None, collation, explicit)

    def _comparison(self, node: ast.Binary) -> Typed:
        if node.op in ("IS", "IS NOT"):
            truth = self._truth_test(node)
            if truth is not None:
                return truth
        left, right = self.row(node.left), self.row(node.right)
        if len(left) != len(right):
            raise InvalidSql("row value misused", node.span)
        test = compare_rows(_COMPARISONS[node.op], left, right, lambda: (self.row(node.left), self.row(node.right)))
        return condition(test, *left, *right)

    def _truth_test(self, node: ast.Binary) -> Typed | None:
        """Lower `x IS TRUE`, which asks for the truth of x, not for the value 1."""
        negated = node.op == "IS NOT"
        right = node.right
        while isinstance(right, ast.Collate):
            right = right.arg
        if not (isinstance(right, ast.Name) and right.plain and right.parts[0].lower() in _TRUTH):
            return None
        if self.scope.resolve(right) is not None:
            return None
        arg = self.lower(node.left)
        holds = arg.expr if right.parts[0].lower() == "true" else Not(arg.expr)
        return condition(Case((When(holds, Literal(int(not negated))),), Literal(int(negated))), arg)

    def null_test(self, node: ast.NullTest) -> Typed:
        """Lower ISNULL, NOTNULL and NOT NULL."""
        arg = self.lower(node.arg)
        test = IsNull(arg.expr)
        return condition(Not(test) if node.negated else test, arg)

    def between(self, node: ast.Between) -> Typed:
        """Lower BETWEEN to its two comparisons."""
        arg, low, high = self.row(node.arg), self.row(node.low), self.row(node.high)
        if not len(arg) == len(low) == len(high):
            raise InvalidSql("row value misused", node.span)
        again = [self.again(node.arg, arg[0])] if len(arg) == 1 else self.row(node.arg)
        both = conjunction([
            compare_rows(CompareOp.GE, arg, low, lambda: (self.row(node.arg), self.row(node.low))),
            compare_rows(CompareOp.LE, again, high, lambda: (self.row(node.arg), self.row(node.high))),
        ])  # fmt: skip
        return condition(Not(both) if node.negated else both, *arg, *low, *high)

    def in_list(self, node: ast.InList) -> Typed:
        """Lower x IN (a, b): x = +a OR x = +b; of row values SQLite makes IN (VALUES ...)."""
        if isinstance(node.arg, ast.RowNode):
            return self._rows_in_list(node, len(node.arg.items))
        arg = self.lower(node.arg)
        items = [self.lower(item) for item in node.items]
        tests = in_list(arg, items, lambda: self.again(node.arg, arg))
        test = disjunction(tests)
        return condition(Not(test) if node.negated else test, arg, *items)

    def _rows_in_list(self, node: ast.InList, width: int) -> Typed:
        rows = [item.items if isinstance(item, ast.RowNode) else (item,) for item in node.items]
        for row in rows:
            if len(row) != width:
                terms = "term" if len(row) == 1 else "terms"
                raise InvalidSql(f"IN(...) element has {len(row)} {terms} - expected {width}", node.span)
        if not rows:
            raise UnsupportedSql("row value IN an empty list", node.span)
        values = ast.QueryNode(ast.ValuesNode(tuple(rows), node.span), (), (), (), None, None, node.span)
        return self.in_query(ast.InQuery(node.arg, values, node.negated, node.span))

    def in_query(self, node: ast.InQuery) -> Typed:
        """Lower x IN (SELECT ...)."""
        args = self.row(node.arg)
        lowered = self.build.lower(node.query, self.scope, self.ctes)
        if len(args) != len(lowered.columns):
            raise InvalidSql(
                f"sub-select returns {len(lowered.columns)} columns - expected {len(args)}", node.query.span
            )
        test = in_query(self.build, args, lowered)
        return condition(Not(test) if node.negated else test, *args)

    def match(self, node: ast.Match) -> Typed:
        """Lower LIKE and GLOB to the functions they call."""
        if node.op in ("REGEXP", "MATCH"):
            raise InvalidSql(f"no such function: {node.op}", node.span)
        if node.op == "GLOB" and node.escape is not None:
            raise InvalidSql("wrong number of arguments to function GLOB()", node.span)
        arg, pattern = self.lower(node.arg), self.lower(node.pattern)
        escape = () if node.escape is None else (self.lower(node.escape),)
        args = (pattern, arg, *escape)
        test = Call(node.op.lower(), tuple(arg.expr for arg in args), node.span)
        return condition(Not(test) if node.negated else test, *args)

    def case(self, node: ast.CaseNode) -> Typed:
        """Lower both forms of CASE."""
        operand = None if node.operand is None else self.lower(node.operand)
        whens: list[When] = []
        results: list[Typed] = []
        read = [] if operand is None else [operand]
        for tested, result in node.whens:
            test = self.lower(tested)
            read.append(test)
            if operand is not None and node.operand is not None:
                subject = operand if not whens else self.again(node.operand, operand)
                test = Typed(compare(CompareOp.EQ, subject, test))
            value = self.lower(result)
            whens.append(When(test.expr, value.expr))
            results.append(value)
            read.append(value)
        default = literal(None, typed=DataType.NOTHING) if node.default is None else self.lower(node.default)
        results.append(default)
        collation, explicit = inherited(*read, default)
        types = DataType.NOTHING
        for value in results:
            types |= value.types
        return Typed(
            Case(tuple(whens), default.expr),
            None,
            collation,
            explicit,
            types,
            text=any(value.text for value in results),
            number=any(value.number for value in results),
        )

    def cast(self, node: ast.CastNode) -> Typed:
        """Lower CAST; collation passes through it."""
        arg = self.lower(node.arg)
        affinity = self.build.dialect.types.affinity_of(node.type_name)
        return Typed(
            Cast(arg.expr, affinity),
            affinity,
            arg.collation,
            arg.explicit,
            types_of_column(affinity),
            text=affinity is Affinity.TEXT,
            number=affinity not in (Affinity.TEXT, Affinity.BLOB),
        )

    def collate(self, node: ast.Collate) -> Typed:
        """Attach a collation."""
        return replace(self.lower(node.arg), collation=named_collation(node, self.build.dialect), explicit=True)

    def exists(self, node: ast.ExistsNode) -> Typed:
        """Lower EXISTS."""
        return Typed(Exists(self.build.lower(node.query, self.scope, self.ctes).rel))

    def subquery(self, node: ast.Subquery) -> Typed:
        """Lower a subquery used as a value."""
        lowered = self.build.lower(node.query, self.scope, self.ctes)
        if len(lowered.columns) != 1:
            raise InvalidSql(f"sub-select returns {len(lowered.columns)} columns - expected 1", node.span)
        return _scalar(Scalar(lowered.rel), lowered.last[0], lowered.columns[0])

    def misused_row(self, node: ast.RowNode) -> Typed:
        """Refuse a row value where one value is needed."""
        raise InvalidSql("row value misused", node.span)

    def call(self, node: ast.Func) -> Typed:
        """Lower a function call."""
        return lower_call(self, node)


def _scalar(expr: Expr, last: Typed, column: Typed) -> Typed:
    return Typed(expr, last.affinity, types=types_of_column(last.affinity), text=column.text, number=column.number)


_RULES: dict[type, Callable[..., Typed]] = {
    ast.Constant: ExprLowering.constant,
    ast.Name: ExprLowering.name,
    ast.Now: ExprLowering.now,
    ast.Parameter: ExprLowering.parameter,
    ast.Unary: ExprLowering.unary,
    ast.Binary: ExprLowering.binary,
    ast.NullTest: ExprLowering.null_test,
    ast.Between: ExprLowering.between,
    ast.InList: ExprLowering.in_list,
    ast.InQuery: ExprLowering.in_query,
    ast.Match: ExprLowering.match,
    ast.CaseNode: ExprLowering.case,
    ast.CastNode: ExprLowering.cast,
    ast.Collate: ExprLowering.collate,
    ast.ExistsNode: ExprLowering.exists,
    ast.Subquery: ExprLowering.subquery,
    ast.RowNode: ExprLowering.misused_row,
    ast.Func: ExprLowering.call,
}
