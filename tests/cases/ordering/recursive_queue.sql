-- case: the order of the queue decides what LIMIT keeps
-- expect: different
-- options: bound=2
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
WITH RECURSIVE c(n) AS (SELECT a FROM t UNION ALL SELECT n + 1 FROM c WHERE n < 3 ORDER BY 1 LIMIT 2) SELECT n FROM c;
-- right
WITH RECURSIVE c(n) AS (SELECT a FROM t UNION ALL SELECT n + 1 FROM c WHERE n < 3 ORDER BY 1 DESC LIMIT 2) SELECT n FROM c;
