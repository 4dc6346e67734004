-- case: a string literal as a condition is its number
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a > 1 OR '+-';
-- right
SELECT id FROM t WHERE a > 1;
