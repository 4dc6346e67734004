-- case: a proof with a limit is one with more rows than the limit
-- expect: equivalent up to 7
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t WHERE n > 1 ORDER BY id LIMIT 6;
-- right
SELECT id FROM t WHERE NOT n <= 1 ORDER BY id LIMIT 6;
