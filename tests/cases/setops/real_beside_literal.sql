-- case: a whole number beside REALs in a compound is a double where FROM reads it
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL);
-- left
SELECT z / 2 FROM (SELECT r AS z FROM t UNION ALL SELECT 1);
-- right
SELECT z / 2.0 FROM (SELECT r AS z FROM t UNION ALL SELECT 1);
