-- case: blanks around a text are seen by = and not by TRIM
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT id FROM t WHERE TRIM(name) = 'Bo';
-- right
SELECT id FROM t WHERE name = 'Bo';
