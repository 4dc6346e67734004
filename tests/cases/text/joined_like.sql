-- case: a joined text contains a word when one of its values does
-- expect: unrefuted
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a FROM t GROUP BY a HAVING GROUP_CONCAT(s, '; ') LIKE '%ann%';
-- right
SELECT a FROM t WHERE s LIKE '%ann%' GROUP BY a;
