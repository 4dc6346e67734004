-- case: a sum that is only sorted by
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT b FROM t GROUP BY b;
-- right
SELECT b FROM t GROUP BY b ORDER BY sum(a);
