-- case: a part of a BLOB is a BLOB, which || '' makes a text of
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, x);
-- left
SELECT SUBSTR(x, 1, 2) FROM t;
-- right
SELECT SUBSTR(x, 1, 2) || '' FROM t;
