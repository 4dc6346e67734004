-- case: a column of no type keeps 1.0 as it is, which equals 1
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, u);
-- left
SELECT typeof(u) FROM t WHERE u = 1;
-- right
SELECT 'integer' FROM t WHERE u = 1;
