-- case: an alias of the rowid cannot hold text, whatever it is compared with
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT n FROM t WHERE id = 'x';
-- right
SELECT n FROM t WHERE 0;
