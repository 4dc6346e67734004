-- case: an ANY column of a STRICT table keeps text that looks like a number
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a ANY) STRICT;
-- left
SELECT id FROM t WHERE a = '1';
-- right
SELECT id FROM t WHERE a = 1;
