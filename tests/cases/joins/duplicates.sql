-- case: a join multiplies rows: seen as a bag
-- expect: different
-- options: semantics=bag
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT u.id FROM u WHERE u.id IN (SELECT u_id FROM t);
-- right
SELECT u.id FROM u JOIN t ON t.u_id = u.id;
