-- case: ranks under NOCASE have other ties
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id, rank() OVER (ORDER BY a) FROM t
-- right
SELECT id, rank() OVER (ORDER BY a COLLATE NOCASE) FROM t
