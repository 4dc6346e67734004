-- case: NOT NULL makes IS NOT NULL redundant
-- expect: equivalent
CREATE TABLE t(a INTEGER NOT NULL);
-- left
SELECT a FROM t;
-- right
SELECT a FROM t WHERE a IS NOT NULL;
