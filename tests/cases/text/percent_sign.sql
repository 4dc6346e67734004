-- case: a rounded number with a percent sign
-- expect: equivalent
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT ROUND(100.0 * SUM(CASE WHEN a > 3 THEN 1 ELSE 0 END) / COUNT(*), 2) || '%' FROM t;
-- right
SELECT CAST(ROUND(100.0 * SUM(IIF(a > 3, 1, 0)) / COUNT(*), 2) AS TEXT) || '%' FROM t;
