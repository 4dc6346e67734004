-- case: HAVING filters groups, WHERE rows
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t GROUP BY a HAVING MIN(b) > 0;
-- right
SELECT a FROM t WHERE b > 0 GROUP BY a;
