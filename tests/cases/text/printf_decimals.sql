-- case: PRINTF keeps zeros that ROUND does not show
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT PRINTF('%.2f', AVG(a)) FROM t;
-- right
SELECT CAST(ROUND(AVG(a), 2) AS TEXT) FROM t;
