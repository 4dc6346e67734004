-- case: the order is not seen as a set
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t ORDER BY a;
-- right
SELECT a FROM t ORDER BY b DESC;
