-- case: a share of rows by the one that a scalar subquery returns
-- expect: different ties
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id));
-- left
SELECT COUNT(CASE WHEN t.a = 'x' THEN 1 END) * 100.0 / COUNT(u.id) FROM u JOIN t ON u.t_id = t.id;
-- right
SELECT SUM(CASE WHEN t_id = (SELECT id FROM t WHERE a = 'x') THEN 1 ELSE 0 END) * 100.0 / COUNT(id) FROM u;
