-- case: a join under NOCASE has more partners
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT x.id, y.id FROM t x JOIN t y ON x.a = y.a
-- right
SELECT x.id, y.id FROM t x JOIN t y ON x.a = y.a COLLATE NOCASE
