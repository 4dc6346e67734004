-- case: a median by a computed OFFSET
-- expect: equivalent up to 5
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t ORDER BY a LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM t);
-- right
SELECT a FROM (SELECT a, ROW_NUMBER() OVER (ORDER BY a) AS n, COUNT(*) OVER () AS c FROM t) WHERE n = c / 2 + 1;
