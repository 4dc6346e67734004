-- case: integers of as many digits as a constant says, and one more
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, m INTEGER);
-- left
SELECT id FROM t WHERE LENGTH(m) <= 3;
-- right
SELECT id FROM t WHERE LENGTH((m - 5)) <= 3;
