-- case: a text of pieces that looks like a number is one where it is compared with a number
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER);
-- left
SELECT id FROM t WHERE n = printf('%d7', m) AND m > 99999;
-- right
SELECT id FROM t WHERE 0;
