-- case: the key of a group may come from a row that HAVING does not ask for, if 'a' and 'A' are one group
-- expect: unrefuted
-- options: semantics=bag
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, s TEXT COLLATE NOCASE);
-- left
SELECT s FROM t GROUP BY s HAVING MAX(a) > 1;
-- right
SELECT DISTINCT s FROM t WHERE a > 1;
