-- case: AND binds closer than OR
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a = 1 OR a = 2 AND b = 3;
-- right
SELECT id FROM t WHERE (a = 1 OR a = 2) AND b = 3;
