-- case: CAST of text takes its numeric prefix
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE CAST(s AS INTEGER) = 1;
-- right
SELECT id FROM t WHERE s = '1';
