-- case: a prefix by SUBSTR is a GLOB
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE substr(s, 1, 2) = 'ab';
-- right
SELECT id FROM t WHERE s GLOB 'ab*';
