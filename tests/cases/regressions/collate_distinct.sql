-- case: DISTINCT under RTRIM drops texts that end in blanks
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT count(*) FROM (SELECT DISTINCT a FROM t)
-- right
SELECT count(*) FROM (SELECT DISTINCT a COLLATE RTRIM FROM t)
