-- case: a function of a column compared under NOCASE
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE substr(a, 1, 2) = 'ab'
-- right
SELECT id FROM t WHERE substr(a, 1, 2) = 'ab' COLLATE NOCASE
