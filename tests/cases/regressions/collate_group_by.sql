-- case: GROUP BY under NOCASE makes larger groups
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT count(*) FROM t GROUP BY a
-- right
SELECT count(*) FROM t GROUP BY a COLLATE NOCASE
