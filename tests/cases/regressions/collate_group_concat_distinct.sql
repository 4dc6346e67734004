-- case: GROUP_CONCAT(DISTINCT) under NOCASE lists fewer texts
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT length(group_concat(DISTINCT a)) FROM t
-- right
SELECT length(group_concat(DISTINCT a COLLATE NOCASE)) FROM t
