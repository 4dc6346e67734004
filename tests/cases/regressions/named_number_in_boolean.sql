-- case: a constant that a query compares with a column is evidence that the column may hold it: another number in a BOOL column
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, flag BOOL);
-- left
SELECT id FROM t WHERE flag = 2;
-- right
SELECT id FROM t WHERE 0;
