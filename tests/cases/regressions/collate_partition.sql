-- case: PARTITION BY under NOCASE makes larger partitions
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id, count(*) OVER (PARTITION BY a) FROM t
-- right
SELECT id, count(*) OVER (PARTITION BY a COLLATE NOCASE) FROM t
