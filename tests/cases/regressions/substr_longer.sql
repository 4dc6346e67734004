-- case: texts longer than a SUBSTR reaches exist
-- expect: different ordinary
CREATE TABLE t(name TEXT);
-- left
SELECT substr(name, 1, 12) FROM t;
-- right
SELECT name FROM t;
