-- case: a generated REAL column stores an integer as a double
-- expect: equivalent
CREATE TABLE t(n INTEGER NOT NULL, r REAL AS (n * 2));
-- left
SELECT typeof(r) FROM t;
-- right
SELECT 'real' FROM t;
