-- case: the left operand's declared collation decides
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT t.id FROM t JOIN u ON t.c = u.a
-- right
SELECT t.id FROM t JOIN u ON u.a = t.c
