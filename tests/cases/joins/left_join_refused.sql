-- case: a condition behind a chain of left joins refuses the rows without a partner, so the joins are inner ones
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE u(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER, v INTEGER);
CREATE TABLE w(t_id INTEGER, day DATE, kind TEXT);
-- left
SELECT u.name, COUNT(*), SUM(t.v) FROM u LEFT JOIN t ON t.u_id = u.id LEFT JOIN w ON w.t_id = t.id
WHERE w.kind IN ('a', 'b') GROUP BY u.name;
-- right
SELECT u.name, COUNT(*), SUM(t.v) FROM u JOIN t ON t.u_id = u.id JOIN w ON w.t_id = t.id
WHERE w.kind = 'a' OR w.kind = 'b' GROUP BY u.name;
