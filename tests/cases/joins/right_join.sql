-- case: RIGHT JOIN is a LEFT JOIN turned round
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT t.id, u.id FROM t RIGHT JOIN u ON t.u_id = u.id;
-- right
SELECT t.id, u.id FROM u LEFT JOIN t ON t.u_id = u.id;
