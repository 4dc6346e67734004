-- case: the engine chooses the row of a scalar subquery once
-- expect: different ties
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id));
-- left
SELECT u.id FROM t JOIN u ON u.t_id = t.id WHERE t.a = 'x';
-- right
SELECT id FROM u WHERE t_id = (SELECT id FROM t WHERE a = 'x');
