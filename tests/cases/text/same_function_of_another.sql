-- case: the same function of another column is another column
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, code TEXT);
-- left
SELECT QUOTE(name) FROM t;
-- right
SELECT QUOTE(code) FROM t;
