-- case: the numeral -0.0 is not 0.0, as POW shows
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE POW(MAX(n, -0.0), -1) < 0;
-- right
SELECT id FROM t WHERE POW(MAX(n, 0.0), -1) < 0;
