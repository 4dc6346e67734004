-- case: seven rows before
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id, LAG(n, 7) OVER (ORDER BY id) FROM t;
-- right
SELECT id, NULL FROM t;
