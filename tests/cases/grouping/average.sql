-- case: AVG is TOTAL over COUNT
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT AVG(a) FROM t;
-- right
SELECT TOTAL(a) / COUNT(a) FROM t;
