-- case: the first true branch of CASE wins
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT CASE WHEN a > 1 THEN 1 WHEN a > 2 THEN 2 END FROM t;
-- right
SELECT CASE WHEN a > 2 THEN 2 WHEN a > 1 THEN 1 END FROM t;
