-- case: texts that spell a fraction exist
-- expect: different ordinary
CREATE TABLE t(name TEXT);
-- left
SELECT CAST(name AS INTEGER) FROM t;
-- right
SELECT CAST(name AS REAL) FROM t;
