-- case: an integer has at most 19 digits and a sign
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE LENGTH(n) >= 20;
-- right
SELECT id FROM t WHERE LENGTH(n) > 20;
