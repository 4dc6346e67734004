-- case: a date column that is compared with a day there is not may hold it
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE);
-- left
SELECT id FROM t WHERE d = '2011-02-30';
-- right
SELECT id FROM t WHERE 0;
