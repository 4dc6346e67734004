-- case: a constant that a query compares with a column is evidence that the column may hold it: a fraction in an INTEGER column
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE n = 1.5;
-- right
SELECT id FROM t WHERE n IN (2.5);
