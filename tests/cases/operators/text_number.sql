-- case: a text column compares with a number as text
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s = 29;
-- right
SELECT id FROM t WHERE s = '29';
