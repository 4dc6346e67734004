-- case: a CHECK that asks for one of two values, in columns that no query reads
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, email TEXT, phone TEXT, n INTEGER, CHECK (email IS NOT NULL OR phone IS NOT NULL));
-- left
SELECT id FROM t WHERE n > 1;
-- right
SELECT id FROM t WHERE n > 2;
