-- case: the length of a joined text counts the separators
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a, LENGTH(GROUP_CONCAT(s)) FROM t GROUP BY a;
-- right
SELECT a, SUM(LENGTH(s)) FROM t GROUP BY a;
