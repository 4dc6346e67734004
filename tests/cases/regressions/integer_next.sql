-- case: the integer behind the greatest is a double, and greater still
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE n + 1 > m;
-- right
SELECT id FROM t WHERE n >= m;
