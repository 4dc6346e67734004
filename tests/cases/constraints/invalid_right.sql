-- case: a column that does not exist
-- expect: invalid right
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t;
-- right
SELECT z FROM t;
