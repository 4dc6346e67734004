-- case: a frame of more rows than the bound
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id, SUM(n) OVER (ORDER BY id ROWS 6 PRECEDING) FROM t;
-- right
SELECT id, SUM(n) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) FROM t;
