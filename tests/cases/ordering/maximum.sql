-- case: LIMIT 1 by the value itself is the maximum
-- expect: equivalent
CREATE TABLE t(a INTEGER NOT NULL);
-- left
SELECT a FROM t ORDER BY a DESC LIMIT 1;
-- right
SELECT MAX(a) FROM t HAVING COUNT(*) > 0;
