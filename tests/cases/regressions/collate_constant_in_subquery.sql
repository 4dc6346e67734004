-- case: a constant under NOCASE is looked up in a column
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE 'Bo' IN (SELECT a FROM u)
-- right
SELECT id FROM t WHERE 'Bo' COLLATE NOCASE IN (SELECT a FROM u)
