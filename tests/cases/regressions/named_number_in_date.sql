-- case: a date column that is compared with a number may hold it
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE);
-- left
SELECT id FROM t WHERE d = 20110828;
-- right
SELECT id FROM t WHERE 0;
