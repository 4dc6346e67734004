-- case: a join along a foreign key only drops NULLs
-- expect: equivalent
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT t.id FROM t JOIN u ON t.u_id = u.id;
-- right
SELECT id FROM t WHERE u_id IS NOT NULL;
