-- case: a generated REAL column holds the number that a text of pieces is
-- expect: equivalent
CREATE TABLE t(n INTEGER NOT NULL, r REAL AS (n || ''));
-- left
SELECT typeof(r) FROM t;
-- right
SELECT 'real' FROM t;
