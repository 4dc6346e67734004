-- case: the values of a generated column are not free
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER GENERATED ALWAYS AS (n * 2) VIRTUAL);
-- left
SELECT id FROM t WHERE m = 4;
-- right
SELECT id FROM t WHERE n = 4;
