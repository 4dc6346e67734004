-- case: many children of one parent
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id));
-- left
SELECT g FROM t JOIN u ON u.t_id = t.id GROUP BY t.id HAVING COUNT(u.id) > 7;
-- right
SELECT g FROM t WHERE 0;
