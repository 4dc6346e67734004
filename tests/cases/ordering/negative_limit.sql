-- case: a negative LIMIT is none
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t LIMIT -1;
-- right
SELECT id FROM t;
