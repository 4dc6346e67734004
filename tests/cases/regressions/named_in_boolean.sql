-- case: a constant that a query compares with a column is evidence that the column may hold it: text in a BOOL column
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, is_male BOOL);
-- left
SELECT id FROM t WHERE is_male = 'T';
-- right
SELECT id FROM t WHERE is_male = 'F';
