-- case: unary plus keeps a declared collation
-- expect: equivalent
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE c = 'Bo'
-- right
SELECT id FROM t WHERE +c = 'Bo'
