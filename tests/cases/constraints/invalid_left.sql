-- case: a query that does not parse
-- expect: invalid left
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELEC a FROM t;
-- right
SELECT a FROM t;
