-- case: GROUP_CONCAT in the order of another collation
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT group_concat(id ORDER BY a, id) FROM t
-- right
SELECT group_concat(id ORDER BY a COLLATE NOCASE, id) FROM t
