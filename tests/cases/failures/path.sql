-- case: a path that is none
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT id FROM t;
-- right
SELECT id FROM t ORDER BY json_extract(b, 'a');
