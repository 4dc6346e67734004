-- case: UNION under NOCASE drops rows that set semantics tells apart
-- expect: different ties
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
-- left
SELECT name FROM t UNION SELECT name FROM t;
-- right
SELECT name FROM t;
