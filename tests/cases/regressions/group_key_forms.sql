-- case: a group key in two forms is left open
-- expect: unrefuted
-- options: semantics=bag
CREATE TABLE t(s TEXT COLLATE NOCASE);
-- left
SELECT COUNT(*) FROM t GROUP BY s;
-- right
SELECT COUNT(*) FROM t GROUP BY lower(s);
