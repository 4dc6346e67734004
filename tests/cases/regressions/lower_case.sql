-- case: texts in capitals exist
-- expect: different ordinary
CREATE TABLE t(name TEXT);
-- left
SELECT lower(name) FROM t;
-- right
SELECT name FROM t;
