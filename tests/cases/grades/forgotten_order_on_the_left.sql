-- case: rows without ties in another order, the other way round
-- expect: different ordinary
-- options: semantics=list
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT n FROM t;
-- right
SELECT n FROM t ORDER BY n;
