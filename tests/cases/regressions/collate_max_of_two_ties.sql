-- case: of two texts that NOCASE calls equal MAX takes the first
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT max(a COLLATE NOCASE, b) FROM t
-- right
SELECT max(b COLLATE NOCASE, a) FROM t
