-- case: UNION in a recursive query under NOCASE
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
WITH RECURSIVE r(x) AS (SELECT a FROM t UNION SELECT x FROM r) SELECT count(*) FROM r
-- right
WITH RECURSIVE r(x) AS (SELECT a COLLATE NOCASE FROM t UNION SELECT x FROM r) SELECT count(*) FROM r
