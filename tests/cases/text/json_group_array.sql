-- case: a JSON array of nothing is no NULL
-- expect: different
-- options: bound=2
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT JSON_GROUP_ARRAY(a ORDER BY id) FROM t;
-- right
SELECT '[' || GROUP_CONCAT(a, ',' ORDER BY id) || ']' FROM t;
