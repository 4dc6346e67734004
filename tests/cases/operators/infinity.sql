-- case: an integer column beside infinity
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, m INTEGER);
-- left
SELECT COUNT(CASE WHEN m IN (0, 1e400) THEN 1 END) FROM t;
-- right
SELECT COUNT(CASE WHEN MAX(m, 0) IN (0, 1e400) THEN 1 END) FROM t;
