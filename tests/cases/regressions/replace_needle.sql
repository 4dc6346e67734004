-- case: texts that hold what REPLACE looks for exist
-- expect: different ordinary
CREATE TABLE t(name TEXT);
-- left
SELECT replace(name, ', ', '') FROM t;
-- right
SELECT name FROM t;
