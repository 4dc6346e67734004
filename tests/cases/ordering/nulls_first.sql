-- case: NULLs come first unless told otherwise
-- expect: different nulls
CREATE TABLE t(a INTEGER UNIQUE);
-- left
SELECT a FROM t ORDER BY a LIMIT 1;
-- right
SELECT a FROM t ORDER BY a NULLS LAST LIMIT 1;
