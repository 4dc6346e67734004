-- case: IN with a subquery makes doubles of integers beside a REAL column, unless they come from a column
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL);
CREATE TABLE u(id INTEGER PRIMARY KEY, m INTEGER);
-- left
SELECT id FROM t WHERE r IN (SELECT m FROM u);
-- right
SELECT id FROM t WHERE r IN (SELECT +m FROM u);
