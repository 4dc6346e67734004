-- case: nothing is claimed of a limit that nobody reaches
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t ORDER BY id LIMIT 400;
-- right
SELECT id FROM t;
