-- case: LIMIT 0 is nothing
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t LIMIT 0;
-- right
SELECT id FROM t WHERE 0;
