-- case: two ways to read a member of a document
-- expect: unrefuted
-- options: bound=2
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE JSON_EXTRACT(s, '$.kind') = 'x';
-- right
SELECT id FROM t WHERE s ->> 'kind' = 'x';
