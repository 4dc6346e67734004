-- case: a proof over a column of numbers that holds text as well
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, is_male BOOL);
-- left
SELECT id FROM t WHERE CASE WHEN is_male = 'T' THEN 1 ELSE 0 END = 1;
-- right
SELECT id FROM t WHERE is_male = 'T';
