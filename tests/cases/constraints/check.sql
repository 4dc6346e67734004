-- case: a CHECK bounds the values
-- expect: equivalent
CREATE TABLE t(a INTEGER CHECK (a >= 0));
-- left
SELECT a FROM t WHERE a > -1;
-- right
SELECT a FROM t WHERE a IS NOT NULL;
