-- case: a type whose name says nothing of numbers holds text as well
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, j JSON, u UUID);
-- left
SELECT id FROM t WHERE j = 'a';
-- right
SELECT id FROM t WHERE j = 'b';
