-- case: COUNT of a key counts rows
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT COUNT(id) FROM t;
-- right
SELECT COUNT(*) FROM t;
