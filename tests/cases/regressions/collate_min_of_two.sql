-- case: MIN of two texts under NOCASE
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT min(a, b) FROM t
-- right
SELECT min(a COLLATE NOCASE, b) FROM t
