-- case: a column of no type may hold a blob, which is no text but reads as one
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, u);
-- left
SELECT id FROM t WHERE CAST(u AS TEXT) = 'x';
-- right
SELECT id FROM t WHERE u = 'x';
