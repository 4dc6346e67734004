-- case: a column used as a LIKE pattern may hold wildcards and capitals
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, o TEXT);
-- left
SELECT id FROM t WHERE s LIKE o;
-- right
SELECT id FROM t WHERE s = o;
