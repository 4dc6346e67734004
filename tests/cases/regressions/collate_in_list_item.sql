-- case: the collation of an item of a list counts for nothing
-- expect: equivalent
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE a IN ('Bo', 'Cy')
-- right
SELECT id FROM t WHERE a IN ('Bo', 'Cy' COLLATE NOCASE)
