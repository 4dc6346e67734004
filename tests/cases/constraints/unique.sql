-- case: a UNIQUE column has no duplicates but NULLs
-- expect: different nulls
-- options: semantics=bag
CREATE TABLE t(a INTEGER UNIQUE);
-- left
SELECT a FROM t;
-- right
SELECT DISTINCT a FROM t;
