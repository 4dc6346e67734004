-- case: a frame that starts a negative number of rows before
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT count(*) FROM t;
-- right
SELECT count(*) FROM (SELECT sum(a) OVER (ORDER BY id ROWS -1 PRECEDING) AS s FROM t) WHERE s IS NULL OR 1;
