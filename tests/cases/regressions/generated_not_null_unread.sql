-- case: a generated column that is NOT NULL and not read asks for values of the columns that it is made of
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INTEGER AS (length(a)) NOT NULL, n INTEGER);
-- left
SELECT id FROM t WHERE n > 1;
-- right
SELECT id FROM t WHERE n > 2;
