-- case: texts with spaces around them exist
-- expect: different ordinary
CREATE TABLE t(name TEXT);
-- left
SELECT trim(name) FROM t;
-- right
SELECT name FROM t;
