-- case: two limits that five rows do not tell apart
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t ORDER BY id LIMIT 5;
-- right
SELECT id FROM t ORDER BY id LIMIT 15;
