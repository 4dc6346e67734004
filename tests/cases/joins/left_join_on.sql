-- case: a condition in ON is not a filter
-- expect: different
CREATE TABLE u(id INTEGER PRIMARY KEY, n INTEGER, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT t.id FROM t LEFT JOIN u ON t.u_id = u.id AND u.n > 0;
-- right
SELECT t.id FROM t LEFT JOIN u ON t.u_id = u.id WHERE u.n > 0;
