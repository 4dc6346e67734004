-- case: NOT NULL of a generated column binds the columns that it is made of
-- expect: equivalent
CREATE TABLE t(a INTEGER, b INTEGER AS (a + 1) NOT NULL);
-- left
SELECT count(a) FROM t;
-- right
SELECT count(*) FROM t;
