-- case: row values in a list
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE (a, b) IN ((1, 2), (3, 4));
-- right
SELECT id FROM t WHERE a = 1 AND b = 2 OR a = 3 AND b = 4;
