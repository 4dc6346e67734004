-- case: as sets, several rows of NULLs are one row, which does not count against none
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER);
CREATE TABLE u(b INTEGER);
-- left
SELECT t.id FROM t JOIN u ON t.a = u.b WHERE t.id IS NULL;
-- right
SELECT t.id FROM t RIGHT JOIN u ON t.a = u.b WHERE t.id IS NULL;
