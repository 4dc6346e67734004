-- case: division by zero is NULL
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a / 0 FROM t;
-- right
SELECT NULL FROM t;
