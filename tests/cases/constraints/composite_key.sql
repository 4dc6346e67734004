-- case: one column of a composite key repeats
-- expect: different
-- options: semantics=bag
CREATE TABLE t(a INTEGER, b INTEGER, PRIMARY KEY (a, b));
-- left
SELECT DISTINCT a FROM t;
-- right
SELECT a FROM t;
