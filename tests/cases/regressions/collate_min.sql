-- case: the least text under NOCASE is another than the least by bytes
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT min(a) FROM t
-- right
SELECT min(a COLLATE NOCASE) FROM t
