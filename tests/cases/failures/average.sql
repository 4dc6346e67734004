-- case: SUM fails where AVG does not
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT b FROM t GROUP BY b HAVING avg(a) IS NOT NULL;
-- right
SELECT b FROM t GROUP BY b HAVING sum(a) IS NOT NULL;
