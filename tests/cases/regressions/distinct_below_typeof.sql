-- case: a function sees which of 1 and 1.0 a sorted DISTINCT kept
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER NOT NULL, r REAL NOT NULL, CHECK (k = r));
-- left
SELECT typeof(x) FROM (SELECT DISTINCT x FROM (SELECT k AS x FROM t UNION ALL SELECT r FROM t) ORDER BY x);
-- right
SELECT typeof(x) FROM (SELECT k AS x FROM t UNION ALL SELECT r FROM t);
