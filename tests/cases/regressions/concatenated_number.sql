-- case: an integer written as text is that integer again where it is compared with a number
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER);
-- left
SELECT id FROM t WHERE n = (m || '');
-- right
SELECT id FROM t WHERE n = m;
