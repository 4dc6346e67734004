-- case: under spider the columns may permute
-- expect: equivalent
-- options: semantics=spider
CREATE TABLE t(a INTEGER, b TEXT);
-- left
SELECT a, b FROM t;
-- right
SELECT b, a FROM t;
