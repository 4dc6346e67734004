-- case: no row against one row of NULLs is not counted, against two it is where copies are seen
-- expect: different empty
-- options: semantics=bag
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER);
CREATE TABLE u(b INTEGER);
-- left
SELECT t.id FROM t JOIN u ON t.a = u.b WHERE t.id IS NULL;
-- right
SELECT t.id FROM t RIGHT JOIN u ON t.a = u.b WHERE t.id IS NULL;
