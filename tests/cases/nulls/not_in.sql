-- case: NOT IN a list with NULL is never true
-- expect: different nulls
CREATE TABLE t(a INTEGER NOT NULL); CREATE TABLE u(b INTEGER);
-- left
SELECT a FROM t WHERE a NOT IN (SELECT b FROM u);
-- right
SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE b = a);
