-- case: the length of an integer's numeral, minus sign included
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE LENGTH(n) = 2;
-- right
SELECT id FROM t WHERE n BETWEEN 10 AND 99 OR n BETWEEN -9 AND -1;
