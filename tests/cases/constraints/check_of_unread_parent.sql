-- case: the parents that no query reads get values that their CHECKs and keys allow
-- expect: different ordinary
CREATE TABLE p(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE CHECK (code GLOB '[A-Z][A-Z][0-9]'));
CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p(id), n INTEGER);
-- left
SELECT COUNT(DISTINCT p) FROM t HAVING COUNT(DISTINCT p) > 3;
-- right
SELECT COUNT(p) FROM t HAVING COUNT(p) > 3;
