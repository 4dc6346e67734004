-- case: a left join that looks up in a table without rows, graded
-- expect: different ordinary
CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE w(v INTEGER, n INTEGER);
-- left
SELECT w.n FROM w LEFT JOIN p ON p.id = w.v ORDER BY 1 LIMIT 2;
-- right
SELECT w.n FROM w JOIN p ON p.id = w.v ORDER BY 1 LIMIT 2;
