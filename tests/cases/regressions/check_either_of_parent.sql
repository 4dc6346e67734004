-- case: a parent that no query reads keeps its CHECK, which asks for one of two values
-- expect: different ordinary
CREATE TABLE p(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, CHECK (a IS NOT NULL OR b IS NOT NULL));
CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p(id), n INTEGER);
-- left
SELECT id FROM t WHERE n > 1 AND p > 1234567;
-- right
SELECT id FROM t WHERE n > 2 AND p > 1234567;
