-- case: a recursion that does not end
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER);
-- left
SELECT a FROM t;
-- right
WITH RECURSIVE n(i) AS (SELECT a FROM t UNION ALL SELECT i FROM n) SELECT i FROM n;
