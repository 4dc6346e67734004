-- case: a sum beyond 64 bits
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT count(*) FROM t;
-- right
SELECT count(*) FROM t HAVING sum(9223372036854775807) IS NOT 'x';
