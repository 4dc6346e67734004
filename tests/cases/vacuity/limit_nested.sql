-- case: of nested limits the greater one is never reached
-- expect: equivalent up to 10
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT * FROM (SELECT id FROM t ORDER BY id LIMIT 9) ORDER BY id LIMIT 7;
-- right
SELECT * FROM (SELECT id FROM t ORDER BY id LIMIT 8) ORDER BY id LIMIT 7;
