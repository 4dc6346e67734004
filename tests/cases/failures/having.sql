-- case: a failing condition of HAVING
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT a FROM t GROUP BY a;
-- right
SELECT a FROM t GROUP BY a HAVING json_extract('[1]', 'a') IS NOT 'x';
