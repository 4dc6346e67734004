-- case: a CHECK that asks for exactly one of two values
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, n INTEGER, CHECK ((a IS NULL) <> (b IS NULL)));
-- left
SELECT id FROM t WHERE n > 1;
-- right
SELECT id FROM t WHERE n > 2;
