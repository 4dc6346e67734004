-- case: IN a list under RTRIM ignores blanks at the end
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE a IN ('Bo', 'Cy')
-- right
SELECT id FROM t WHERE a COLLATE RTRIM IN ('Bo', 'Cy')
