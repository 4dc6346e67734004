-- case: the order is seen as a list
-- expect: different
-- options: semantics=list
CREATE TABLE t(a INTEGER NOT NULL UNIQUE);
-- left
SELECT a FROM t ORDER BY a;
-- right
SELECT a FROM t ORDER BY a DESC;
