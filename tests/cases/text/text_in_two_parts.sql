-- case: a text that two columns make up in more than one way
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, first TEXT, last TEXT);
-- left
SELECT id FROM t WHERE first || ' ' || last = 'Anna Maria Berg';
-- right
SELECT id FROM t WHERE first = 'Anna' AND last = 'Maria Berg';
