-- case: a limit that is an expression
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT n FROM t ORDER BY n LIMIT 2 * 5;
-- right
SELECT n FROM t ORDER BY n DESC LIMIT 10;
