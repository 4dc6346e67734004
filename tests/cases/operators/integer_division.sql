-- case: integer division truncates
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a / 2 FROM t;
-- right
SELECT a / 2.0 FROM t;
