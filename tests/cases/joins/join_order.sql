-- case: the order of inner joins does not matter
-- expect: equivalent
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT u.name, t.v FROM t JOIN u ON t.u_id = u.id;
-- right
SELECT u.name, t.v FROM u, t WHERE u.id = t.u_id;
