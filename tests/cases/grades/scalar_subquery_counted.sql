-- case: the same with a count
-- expect: different ties
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id));
-- left
SELECT COUNT(*) FROM t JOIN u ON u.t_id = t.id WHERE t.a = 'x';
-- right
SELECT COUNT(*) FROM u WHERE t_id = (SELECT id FROM t WHERE a = 'x');
