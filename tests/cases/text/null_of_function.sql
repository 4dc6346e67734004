-- case: whether a function is NULL is a condition on its argument
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
-- left
SELECT id FROM t WHERE name IS NULL;
-- right
SELECT id FROM t WHERE TRIM(CAST(name AS TEXT)) IS NULL;
