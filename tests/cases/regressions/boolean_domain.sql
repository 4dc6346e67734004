-- case: a BOOLEAN column holds 0 or 1
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, b BOOLEAN);
-- left
SELECT id FROM t WHERE b;
-- right
SELECT id FROM t WHERE b = 1;
