-- case: COLLATE inside a condition of CASE decides how the CASE is compared
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT);
-- left
SELECT id FROM t WHERE CASE WHEN s = 'a' COLLATE NOCASE THEN s ELSE '' END = 'a';
-- right
SELECT id FROM t WHERE s = 'a' COLLATE NOCASE;
