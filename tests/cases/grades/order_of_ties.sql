-- case: tied rows in another order
-- expect: different order
-- options: semantics=list
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT n, a FROM t ORDER BY n;
-- right
SELECT n, a FROM t ORDER BY n, a;
