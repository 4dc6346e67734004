-- case: an ANY column of an ordinary table stores text that looks like a number as that number
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a ANY);
-- left
SELECT id FROM t WHERE a = '1';
-- right
SELECT id FROM t WHERE a = 1;
