-- case: a CHECK leaves no more than two parents, as their code is unique
-- expect: equivalent up to 6
CREATE TABLE p(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE CHECK (code IN ('a', 'b')));
CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p(id), n INTEGER);
-- left
SELECT COUNT(DISTINCT p) FROM t HAVING COUNT(DISTINCT p) > 1;
-- right
SELECT MIN(COUNT(DISTINCT p), 2) FROM t HAVING COUNT(DISTINCT p) > 1;
