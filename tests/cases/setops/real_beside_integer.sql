-- case: numbers of a column that is REAL in one part of a compound are doubles where FROM reads them
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL);
CREATE TABLE u(id INTEGER PRIMARY KEY, m INTEGER);
-- left
SELECT r FROM t UNION SELECT m FROM u;
-- right
SELECT DISTINCT * FROM (SELECT r FROM t UNION ALL SELECT m FROM u);
