-- case: NTILE of no parts
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT a FROM t;
-- right
SELECT a FROM (SELECT a, ntile(0) OVER (ORDER BY id) AS n FROM t) WHERE n IS NULL OR n >= 0;
