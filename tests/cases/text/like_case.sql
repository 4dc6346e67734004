-- case: LIKE ignores the case of ASCII letters
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s LIKE 'ab%';
-- right
SELECT id FROM t WHERE lower(s) LIKE 'AB%';
