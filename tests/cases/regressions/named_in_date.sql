-- case: a constant that a query compares with a column is evidence that the column may hold it: another layout in a DATE column
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE);
-- left
SELECT id FROM t WHERE d < '28-AUG-2011';
-- right
SELECT id FROM t WHERE d < '29-AUG-2011';
