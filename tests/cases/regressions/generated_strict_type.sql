-- case: a generated column of a STRICT table refuses what is not of its type, and so binds what it is made of
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT NOT NULL, n INTEGER NOT NULL AS (s) STORED) STRICT;
-- left
SELECT id FROM t WHERE n > 4;
-- right
SELECT id FROM t WHERE n > 5;
