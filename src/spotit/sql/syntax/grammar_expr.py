"""SQLite's expression grammar by operator precedence (parse.y, the %left and %right lines)."""

from __future__ import annotations

from abc import abstractmethod

from spotit.dialect.numerals import small_integer
from spotit.dialect.tokens import Token, TokenKind
from spotit.errors import InvalidSql
from spotit.sql.syntax import ast
from spotit.sql.syntax.cursor import Cursor
from spotit.sql.syntax.keywords import TIME_WORDS
from spotit.sql.syntax.parse_time_folding import conjoin, in_nothing, null_test

_OR, _AND, _NOT, _EQUAL, _ORDER, _BITS, _SUM, _PRODUCT, _CONCAT, _COLLATE, _PREFIX = range(1, 12)
_BINARY = {
    "OR": (_OR, "OR"),
    "AND": (_AND, "AND"),
    "=": (_EQUAL, "="),
    "==": (_EQUAL, "="),
    "<>": (_EQUAL, "<>"),
    "!=": (_EQUAL, "<>"),
    "<": (_ORDER, "<"),
    "<=": (_ORDER, "<="),
    ">": (_ORDER, ">"),
    ">=": (_ORDER, ">="),
    "&": (_BITS, "&"),
    "|": (_BITS, "|"),
    "<<": (_BITS, "<<"),
    ">>": (_BITS, ">>"),
    "+": (_SUM, "+"),
    "-": (_SUM, "-"),
    "*": (_PRODUCT, "*"),
    "/": (_PRODUCT, "/"),
    "%": (_PRODUCT, "%"),
    "||": (_CONCAT, "||"),
    "->": (_CONCAT, "->"),
    "->>": (_CONCAT, "->>"),
}
_MATCH_WORDS = frozenset({"LIKE", "GLOB", "REGEXP", "MATCH"})
_EQUAL_WORDS = _MATCH_WORDS | {"IS", "ISNULL", "NOTNULL", "BETWEEN", "IN", "NOT"}
_AFTER_NOT = _MATCH_WORDS | {"BETWEEN", "IN", "NULL"}
_BIGGEST = 2**63 - 1


class ExprGrammar(Cursor):
    """Reads expressions."""

    __slots__ = ()

    @abstractmethod
    def query(self) -> ast.QueryNode:
        """Read a query, from WITH or SELECT on."""

    @abstractmethod
    def window(self) -> ast.WindowNode:
        """Read a window definition in parentheses."""

    @abstractmethod
    def order_terms(self) -> tuple[ast.OrderTerm, ...]:
        """Read the terms of an ORDER BY whose keywords have been read."""

    def expr(self, level: int = _OR) -> ast.Node:
        """Read an expression whose operators bind at least as tightly as `level`."""
        start = self.current.start
        left = self._prefix()
        while True:
            key = self.current.key
            if key in _BINARY:
                strength, op = _BINARY[key]
                if strength < level:
                    break
                self.advance()
                right = self.expr(strength + 1)
                span = self.span_from(start)
                left = conjoin(left, right, span) if op == "AND" else ast.Binary(op, left, right, span)
            elif key == "COLLATE" and level <= _COLLATE:
                self.advance()
                left = ast.Collate(left, self._collation(), self.span_from(start))
            elif key in _EQUAL_WORDS and level <= _EQUAL:
                if key == "NOT" and self.peek().key not in _AFTER_NOT:
                    break
                left = self._test(left, start)
            else:
                break
        return left

    def expr_list(self) -> tuple[ast.Node, ...]:
        """Read expressions separated by commas."""
        items = [self.expr()]
        while self.accept(","):
            items.append(self.expr())
        return tuple(items)

    def at_query(self) -> bool:
        """Tell whether a query starts at the current token."""
        return self.at("SELECT", "VALUES") or (self.at("WITH") and not self.peek().key.startswith((")", ",", ".")))

    def _collation(self) -> str:
        if not self.at_name() and self.current.kind is not TokenKind.STRING:
            self.fail()
        return self.advance().name.upper()

    def _test(self, left: ast.Node, start: int) -> ast.Node:
        word = self.advance().key
        negated = word == "NOT"
        if negated:
            word = self.advance().key
        if word in ("ISNULL", "NOTNULL", "NULL"):
            return null_test(left, self.span_from(start), negated=word != "ISNULL")
        if word == "IS":
            return self._is(left, start)
        if word == "BETWEEN":
            low = self.expr(_NOT)
            self.expect("AND")
            high = self.expr(_ORDER)
            return ast.Between(left, low, high, negated, self.span_from(start))
        if word == "IN":
            return self._in(left, start, negated=negated)
        pattern = self.expr(_ORDER)
        escape = self.expr(_ORDER) if self.accept("ESCAPE") else None
        return ast.Match(word, left, pattern, escape, negated, self.span_from(start))

    def _is(self, left: ast.Node, start: int) -> ast.Node:
        negated = self.accept("NOT") is not None
        if self.at("DISTINCT"):
            self.advance()
            self.expect("FROM")
            negated = not negated
        right = self.expr(_ORDER)
        if isinstance(right, ast.Constant) and right.value is None:
            return null_test(left, self.span_from(start), negated=negated)
        return ast.Binary("IS NOT" if negated else "IS", left, right, self.span_from(start))

    def _in(self, left: ast.Node, start: int, *, negated: bool) -> ast.Node:
        if not self.accept("("):
            return ast.InQuery(left, self._whole_table(), negated, self.span_from(start))
        if self.at_query():
            query = self.query()
            self.expect(")")
            return ast.InQuery(left, query, negated, self.span_from(start))
        if self.accept(")"):
            return in_nothing(left, self.span_from(start), negated=negated)
        items = self.expr_list()
        self.expect(")")
        return ast.InList(left, items, negated, self.span_from(start))

    def _whole_table(self) -> ast.QueryNode:
        start = self.current.start
        first = self.name()
        second = self.name() if self.accept(".") else None
        args: tuple[ast.Node, ...] | None = None
        if self.accept("("):
            args = () if self.at(")") else self.expr_list()
            self.expect(")")
        span = self.span_from(start)
        table = ast.TableNode(first if second else None, second or first, None, args, span)
        star = ast.ResultColumn(None, span)
        core = ast.Select((star,), False, (ast.JoinTerm(table),), None, (), None, (), span)
        return ast.QueryNode(core, (), (), (), None, None, span)

    def _prefix(self) -> ast.Node:
        token = self.current
        match token.kind:
            case TokenKind.NUMBER:
                self.advance()
                return _number(token)
            case TokenKind.STRING:
                return self._string()
            case TokenKind.BLOB:
                self.advance()
                return ast.Constant(bytes.fromhex(token.text[2:-1]), token.span)
            case TokenKind.PARAMETER:
                self.advance()
                return ast.Parameter(token.text, token.span)
            case TokenKind.SYMBOL:
                return self._symbol()
            case TokenKind.WORD:
                return self._word()
        return self._name_or_call()

    def _string(self) -> ast.Node:
        if self.peek().key == ".":
            return self._name_or_call()
        token = self.advance()
        return ast.Constant(token.name, token.span)

    def _symbol(self) -> ast.Node:
        token = self.current
        if token.key in ("-", "+", "~"):
            self.advance()
            arg = self.expr(_PREFIX)
            return ast.Unary(token.key, arg, self.span_from(token.start))
        if token.key != "(":
            self.fail()
        self.advance()
        if self.at_query():
            query = self.query()
            self.expect(")")
            return ast.Subquery(query, self.span_from(token.start))
        items = self.expr_list()
        self.expect(")")
        if len(items) > 1:
            return ast.RowNode(items, self.span_from(token.start))
        return items[0]

    def _word(self) -> ast.Node:
        token = self.current
        match token.key:
            case "NULL":
                self.advance()
                return ast.Constant(None, token.span)
            case "NOT":
                self.advance()
                arg = self.expr(_NOT)
                return ast.Unary("NOT", arg, self.span_from(token.start))
            case "CASE":
                return self._case()
            case "EXISTS":
                return self._exists()
            case "CAST" if self.peek().key == "(":
                return self._cast()
        if token.key in TIME_WORDS:
            self.advance()
            return ast.Now(token.key, token.span)
        return self._name_or_call()

    def _exists(self) -> ast.Node:
        start = self.expect("EXISTS").start
        self.expect("(")
        query = self.query()
        self.expect(")")
        return ast.ExistsNode(query, self.span_from(start))

    def _case(self) -> ast.Node:
        start = self.advance().start
        operand = None if self.at("WHEN") else self.expr()
        whens = []
        while self.accept("WHEN"):
            condition = self.expr()
            self.expect("THEN")
            whens.append((condition, self.expr()))
        if not whens:
            self.fail()
        default = self.expr() if self.accept("ELSE") else None
        self.expect("END")
        return ast.CaseNode(operand, tuple(whens), default, self.span_from(start))

    def _cast(self) -> ast.Node:
        start = self.advance().start
        self.advance()
        arg = self.expr()
        self.expect("AS")
        begin = self.current.start
        while self.at_name() or self.current.kind is TokenKind.STRING:
            self.advance()
        if self.accept("("):
            self._signed_number()
            if self.accept(","):
                self._signed_number()
            self.expect(")")
        type_name = self.sql[begin : self.last_end] if self.last_end > begin else ""
        self.expect(")")
        return ast.CastNode(arg, type_name, self.span_from(start))

    def _signed_number(self) -> None:
        self.accept("+", "-")
        if self.current.kind is not TokenKind.NUMBER:
            self.fail()
        self.advance()

    def _name_or_call(self) -> ast.Node:
        if not self.at_name() and self.current.kind is not TokenKind.STRING:
            self.fail()
        token = self.advance()
        if self.at("("):
            return self._call(token)
        parts = [token.name]
        while len(parts) < 3 and self.accept("."):
            parts.append(self.name())
        alone = len(parts) == 1
        return ast.Name(
            tuple(parts),
            self.span_from(token.start),
            quoted=alone and token.kind is TokenKind.QUOTED,
            plain=alone and token.kind is TokenKind.WORD,
        )

    def _call(self, name: Token) -> ast.Node:
        self.expect("(")
        star, distinct = False, False
        args: tuple[ast.Node, ...] = ()
        order: tuple[ast.OrderTerm, ...] = ()
        if self.accept("*"):
            star = True
        else:
            distinct = self.accept("DISTINCT", "ALL") is not None and self._before().key == "DISTINCT"
            if not self.at(")"):
                args = self.expr_list()
            if self.accept("ORDER"):
                self.expect("BY")
                order = self.order_terms()
        self.expect(")")
        condition, over = self._filter(), self._over()
        return ast.Func(name.name.lower(), args, self.span_from(name.start), star, distinct, order, condition, over)

    def _before(self) -> Token:
        return self._tokens[self._at - 1]

    def _filter(self) -> ast.Node | None:
        if not (self.at("FILTER") and self.peek().key == "("):
            return None
        self.advance()
        self.advance()
        self.expect("WHERE")
        condition = self.expr()
        self.expect(")")
        return condition

    def _over(self) -> ast.WindowNode | str | None:
        after = self.peek()
        if not self.at("OVER") or (
            after.key != "("
            and after.kind not in (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED, TokenKind.STRING)
        ):
            return None
        self.advance()
        return self.window() if self.at("(") else self.name()


def _number(token: Token) -> ast.Constant:
    text = token.text.replace("_", "")
    if text[:2] in ("0x", "0X"):
        value = int(text, 16)
        if value >= 2**64:
            raise InvalidSql(f"hex literal too big: {token.text}", token.span)
        return ast.Constant(value - 2**64 if value > _BIGGEST else value, token.span)
    if text.isdigit():
        whole = small_integer(text)
        if whole is not None and whole <= _BIGGEST:
            return ast.Constant(whole, token.span)
        return ast.Constant(float(text), token.span, overflow=whole == _BIGGEST + 1)
    return ast.Constant(float(text), token.span)
