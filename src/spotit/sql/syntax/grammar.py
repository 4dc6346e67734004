"""SQLite's SELECT grammar (parse.y, from `select` on)."""

from __future__ import annotations

from spotit.dialect.tokens import TokenKind
from spotit.errors import InvalidSql, Span
from spotit.sql.syntax import ast
from spotit.sql.syntax.grammar_expr import ExprGrammar
from spotit.sql.syntax.keywords import JOIN_WORDS

_COMPOUND = ("UNION", "INTERSECT", "EXCEPT")


class Grammar(ExprGrammar):
    """Reads queries."""

    __slots__ = ()

    def query(self) -> ast.QueryNode:
        """Read a query, from WITH or SELECT on."""
        start = self.current.start
        ctes = self._ctes() if self.at("WITH") else ()
        last = first = self._core()
        rest = []
        while self.at(*_COMPOUND):
            op = self.advance().key
            if op == "UNION" and self.accept("ALL"):
                op = "UNION ALL"
            last = self._core()
            rest.append((op, last))
        if isinstance(last, ast.ValuesNode) and self.at("ORDER", "LIMIT"):
            self.fail()
        order: tuple[ast.OrderTerm, ...] = ()
        if self.accept("ORDER"):
            self.expect("BY")
            order = self.order_terms()
        limit, offset = self._limit()
        if self.at(*_COMPOUND):
            clause = "LIMIT" if limit is not None else "ORDER BY"
            self.fail(f"{clause} clause should come after {self.current.key} not before")
        return ast.QueryNode(first, tuple(rest), ctes, order, limit, offset, self.span_from(start))

    def _limit(self) -> tuple[ast.Node | None, ast.Node | None]:
        if not self.accept("LIMIT"):
            return None, None
        first = self.expr()
        if self.accept(","):
            return self.expr(), first
        return first, self.expr() if self.accept("OFFSET") else None

    def _ctes(self) -> tuple[ast.Cte, ...]:
        self.advance()
        if self.at("RECURSIVE") and self.peek().key not in ("AS", "("):
            self.advance()
        ctes = [self._cte()]
        while self.accept(","):
            ctes.append(self._cte())
        return tuple(ctes)

    def _cte(self) -> ast.Cte:
        start = self.current.start
        name = self.name()
        columns: tuple[str, ...] = ()
        if self.accept("("):
            columns = self._names()
            self.expect(")")
        self.expect("AS")
        if self.accept("NOT"):
            self.expect("MATERIALIZED")
        else:
            self.accept("MATERIALIZED")
        self.expect("(")
        query = self.query()
        self.expect(")")
        return ast.Cte(name, columns, query, self.span_from(start))

    def _names(self) -> tuple[str, ...]:
        names = [self.name()]
        while self.accept(","):
            names.append(self.name())
        return tuple(names)

    def _core(self) -> ast.Core:
        start = self.current.start
        if self.accept("VALUES"):
            rows = [self._values_row()]
            while self.accept(","):
                rows.append(self._values_row())
            if any(len(row) != len(rows[0]) for row in rows):
                raise InvalidSql("all VALUES must have the same number of terms", self.span_from(start))
            return ast.ValuesNode(tuple(rows), self.span_from(start))
        self.expect("SELECT")
        distinct = self.accept("DISTINCT") is not None
        if not distinct:
            self.accept("ALL")
        columns = [self._result_column()]
        while self.accept(","):
            columns.append(self._result_column())
        source = self._joins() if self.accept("FROM") else ()
        where = self.expr() if self.accept("WHERE") else None
        group: tuple[ast.Node, ...] = ()
        if self.accept("GROUP"):
            self.expect("BY")
            group = self.expr_list()
        having = self.expr() if self.accept("HAVING") else None
        windows = self._windows() if self.at_window_clause() else ()
        return ast.Select(tuple(columns), distinct, source, where, group, having, windows, self.span_from(start))

    def _values_row(self) -> tuple[ast.Node, ...]:
        self.expect("(")
        row = self.expr_list()
        self.expect(")")
        return row

    def _result_column(self) -> ast.ResultColumn:
        start = self.current.start
        if self.accept("*"):
            return ast.ResultColumn(None, self.span_from(start))
        named = self.at_name() or self.current.kind is TokenKind.STRING
        if named and self.peek().key == "." and self.peek(2).key == "*":
            table = self.name()
            self.advance()
            self.advance()
            return ast.ResultColumn(None, self.span_from(start), table=table)
        expr = self.expr()
        span = self.span_from(start)
        return ast.ResultColumn(expr, span, alias=self.alias())

    def order_terms(self) -> tuple[ast.OrderTerm, ...]:
        """Read the terms of an ORDER BY whose keywords have been read."""
        terms = [self._order_term()]
        while self.accept(","):
            terms.append(self._order_term())
        return tuple(terms)

    def _order_term(self) -> ast.OrderTerm:
        expr = self.expr()
        direction = self.accept("ASC", "DESC")
        nulls_first: bool | None = None
        if self.accept("NULLS"):
            nulls_first = self.expect("FIRST", "LAST").key == "FIRST"
        return ast.OrderTerm(expr, direction is not None and direction.key == "DESC", nulls_first)

    def _windows(self) -> tuple[tuple[str, ast.WindowNode], ...]:
        self.advance()
        windows = []
        while True:
            name = self.name()
            self.expect("AS")
            windows.append((name, self.window()))
            if not self.accept(","):
                return tuple(windows)

    def window(self) -> ast.WindowNode:
        """Read a window definition in parentheses."""
        start = self.expect("(").start
        base = None
        if self.at_name() and not (
            (self.at("PARTITION") and self.peek().key == "BY") or self.at("ROWS", "RANGE", "GROUPS")
        ):
            base = self.name()
        partition: tuple[ast.Node, ...] = ()
        if self.accept("PARTITION"):
            self.expect("BY")
            partition = self.expr_list()
        order: tuple[ast.OrderTerm, ...] = ()
        if self.accept("ORDER"):
            self.expect("BY")
            order = self.order_terms()
        frame = self._frame() if self.at("ROWS", "RANGE", "GROUPS") else None
        self.expect(")")
        return ast.WindowNode(base, partition, order, frame, self.span_from(start))

    def _frame(self) -> ast.FrameNode:
        token = self.advance()
        if self.accept("BETWEEN"):
            first = self._bound()
            self.expect("AND")
            last = self._bound()
        else:
            first = self._bound()
            last = ast.BoundNode("current row", None, first.span)
        exclude = "no others"
        if self.accept("EXCLUDE"):
            words = [self.expect("NO", "CURRENT", "GROUP", "TIES").key]
            if words[0] in ("NO", "CURRENT"):
                words.append(self.expect("OTHERS" if words[0] == "NO" else "ROW").key)
            exclude = " ".join(words).lower()
        return ast.FrameNode(token.key.lower(), first, last, exclude, self.span_from(token.start))

    def _bound(self) -> ast.BoundNode:
        start = self.current.start
        if self.at("CURRENT") and self.peek().key == "ROW":
            self.advance()
            self.advance()
            return ast.BoundNode("current row", None, self.span_from(start))
        if self.at("UNBOUNDED") and self.peek().key in ("PRECEDING", "FOLLOWING"):
            self.advance()
            return ast.BoundNode(f"unbounded {self.advance().key.lower()}", None, self.span_from(start))
        offset = self.expr()
        side = self.expect("PRECEDING", "FOLLOWING").key.lower()
        return ast.BoundNode(side, offset, self.span_from(start))

    def _joins(self) -> ast.JoinList:
        terms = [self._join_term(frozenset())]
        while True:
            if self.accept(","):
                terms.append(self._join_term(frozenset()))
            elif self.at_join_word():
                terms.append(self._join_term(self._join_words()))
            else:
                return tuple(terms)

    def _join_words(self) -> frozenset[str]:
        start = self.current.start
        words: list[str] = []
        while not self.at("JOIN") and len(words) < 3:
            words.append(self.name().upper())
        self.expect("JOIN")
        found = frozenset(words)
        outer = found & {"LEFT", "RIGHT", "FULL"}
        bad = "OUTER" in found and not outer
        if not found <= JOIN_WORDS or bad or (found & {"INNER", "CROSS"} and (outer or "OUTER" in found)):
            raise InvalidSql(f"unknown join type: {' '.join(words)}", Span(start, self.last_end))
        return found

    def _join_term(self, words: frozenset[str]) -> ast.JoinTerm:
        item = self._from_item()
        on: ast.Node | None = None
        using: tuple[str, ...] = ()
        natural = "NATURAL" in words
        start = self.current.start
        if self.accept("ON"):
            on = self.expr()
        elif self.accept("USING"):
            self.expect("(")
            using = self._names()
            self.expect(")")
        if natural and (on is not None or using):
            raise InvalidSql("a NATURAL join may not have an ON or USING clause", self.span_from(start))
        return ast.JoinTerm(item, bool(words & {"LEFT", "FULL"}), bool(words & {"RIGHT", "FULL"}), natural, on, using)

    def _from_item(self) -> ast.TableNode | ast.DerivedNode | ast.GroupNode:
        start = self.current.start
        if self.accept("("):
            if self.at_query():
                query = self.query()
                self.expect(")")
                return ast.DerivedNode(query, self.alias(), self.span_from(start))
            joins = self._joins()
            self.expect(")")
            return ast.GroupNode(joins, self.alias(), self.span_from(start))
        schema, name = None, self.name()
        if self.accept("."):
            schema, name = name, self.name()
        span = self.span_from(start)
        args: tuple[ast.Node, ...] | None = None
        if self.accept("("):
            args = () if self.at(")") else self.expr_list()
            self.expect(")")
        alias = self.alias()
        if self.accept("INDEXED"):
            self.expect("BY")
            self.name()
        elif self.at("NOT") and self.peek().key == "INDEXED":
            self.advance()
            self.advance()
        return ast.TableNode(schema, name, alias, args, span)
