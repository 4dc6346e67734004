-- case: an element twice in an array gives two rows
-- expect: different
-- options: bound=2
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT t.id FROM t, JSON_EACH(s, '$.tags') AS e WHERE e.value = 'red';
-- right
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM JSON_EACH(s, '$.tags') AS e WHERE e.value = 'red' AND e.key = 0);
