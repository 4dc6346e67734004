-- case: an INTEGER column of a STRICT table holds no text
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER) STRICT;
-- left
SELECT id FROM t WHERE n = '94040-1724';
-- right
SELECT id FROM t WHERE 0;
