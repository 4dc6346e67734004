-- case: LIMIT 5 cuts nothing off five rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT n FROM t ORDER BY n LIMIT 5;
-- right
SELECT n FROM t ORDER BY n DESC LIMIT 5;
