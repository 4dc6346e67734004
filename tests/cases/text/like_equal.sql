-- case: LIKE without wildcards is not =
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s LIKE 'abc';
-- right
SELECT id FROM t WHERE s = 'abc';
