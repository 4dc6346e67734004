-- case: NOT of a comparison with NULL is not true
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE NOT (a = 1);
-- right
SELECT id FROM t WHERE a <> 1;
