-- case: an aggregate without GROUP BY has one row over no rows
-- expect: different empty
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT COUNT(*) FROM t;
-- right
SELECT COUNT(*) FROM t GROUP BY a > 0 OR 1;
