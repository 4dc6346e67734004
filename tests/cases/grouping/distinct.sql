-- case: DISTINCT is GROUP BY
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT DISTINCT a, b FROM t;
-- right
SELECT a, b FROM t GROUP BY a, b;
