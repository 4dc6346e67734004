-- case: a NULL that both queries ask for is ordinary
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT id FROM t WHERE c IS NULL AND n > 1;
-- right
SELECT id FROM t WHERE c IS NULL AND n > 2;
