-- case: both queries fail where the sum overflows
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT b, sum(a) FROM t GROUP BY b HAVING sum(a) > 5;
-- right
SELECT b, sum(a) FROM t GROUP BY b HAVING NOT sum(a) <= 5;
