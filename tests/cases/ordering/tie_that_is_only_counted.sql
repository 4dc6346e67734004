-- case: which of tied rows a LIMIT takes does not matter to their number
-- expect: equivalent up to 4
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
-- left
SELECT COUNT(*) FROM (SELECT s FROM t ORDER BY a LIMIT 3);
-- right
SELECT COUNT(*) FROM (SELECT s FROM t ORDER BY a, id LIMIT 3);
