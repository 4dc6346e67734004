-- case: a LIKE pattern on an integer column needs longer numbers
-- expect: different ordinary
CREATE TABLE t(a INTEGER);
-- left
SELECT a FROM t WHERE a LIKE '1%';
-- right
SELECT a FROM t WHERE a = 1;
