-- case: without the foreign key the join drops more
-- expect: different
-- options: foreign_keys=false
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT t.id FROM t JOIN u ON t.u_id = u.id;
-- right
SELECT id FROM t WHERE u_id IS NOT NULL;
