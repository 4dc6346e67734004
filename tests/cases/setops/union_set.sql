-- case: as a set they are the same
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t UNION SELECT b FROM t;
-- right
SELECT a FROM t UNION ALL SELECT b FROM t;
