-- case: no integer is larger than SQLite's largest
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER);
-- left
SELECT id FROM t WHERE a <= 9223372036854775807;
-- right
SELECT id FROM t WHERE a IS NOT NULL;
