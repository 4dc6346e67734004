-- case: ten parts of five rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id, NTILE(10) OVER (ORDER BY id) FROM t;
-- right
SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM t;
