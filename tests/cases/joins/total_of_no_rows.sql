-- case: TOTAL of no rows is 0.0, so that a condition on it does not ask for a row
-- expect: different ordinary
-- options: semantics=bag
CREATE TABLE u(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE t(id INTEGER PRIMARY KEY, u_id INTEGER REFERENCES u(id), v INTEGER NOT NULL);
-- left
SELECT u.id FROM u JOIN (SELECT u_id, TOTAL(v) AS n FROM t GROUP BY u_id) g ON g.u_id = u.id WHERE g.n >= 0;
-- right
SELECT id FROM u WHERE (SELECT TOTAL(v) FROM t WHERE t.u_id = u.id) >= 0;
