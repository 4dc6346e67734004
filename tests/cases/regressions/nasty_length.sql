-- case: a text of 17 characters with a blank among them
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT id FROM t WHERE LENGTH(name) = 17;
-- right
SELECT id FROM t WHERE LENGTH(TRIM(name)) = 17;
