-- case: leading zeros
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT id FROM t WHERE LTRIM(name, '0') = '7';
-- right
SELECT id FROM t WHERE name = '7';
