-- case: AVG is SUM over COUNT
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT AVG(a) FROM t;
-- right
SELECT SUM(a) * 1.0 / COUNT(a) FROM t;
