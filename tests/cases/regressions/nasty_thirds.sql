-- case: a third of a double three times is not always the double
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT id FROM t WHERE r / 3 * 3 = r;
-- right
SELECT id FROM t WHERE r IS NOT NULL;
