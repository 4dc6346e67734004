-- case: the beginning of an integer's numeral together with its order
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE SUBSTR(CAST(n AS TEXT), 1, 2) = '20' AND LENGTH(n) = 4;
-- right
SELECT id FROM t WHERE n >= 2000 AND n < 2100;
