-- case: a DATETIME column holds a time as well
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE, ts DATETIME);
-- left
SELECT id FROM t WHERE d = ts;
-- right
SELECT id FROM t WHERE 0;
