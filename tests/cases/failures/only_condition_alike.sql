-- case: the only conditions of both queries fail on the same rows
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE abs(n) > 5;
-- right
SELECT id FROM t WHERE 5 < abs(abs(n));
