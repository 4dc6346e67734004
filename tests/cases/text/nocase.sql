-- case: COLLATE NOCASE is LOWER for ASCII
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s = 'abc' COLLATE NOCASE;
-- right
SELECT id FROM t WHERE lower(s) = 'abc';
