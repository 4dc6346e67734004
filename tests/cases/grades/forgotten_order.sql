-- case: rows without ties in another order
-- expect: different ordinary
-- options: semantics=list
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT n FROM t ORDER BY n;
-- right
SELECT n FROM t;
