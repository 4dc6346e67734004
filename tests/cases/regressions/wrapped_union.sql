-- case: a union and the same union as a subquery
-- expect: equivalent
CREATE TABLE p(id INTEGER PRIMARY KEY, k INTEGER); CREATE TABLE w(a INTEGER, v INTEGER);
-- left
SELECT w.v FROM w LEFT JOIN p ON p.k = w.a UNION SELECT k FROM p;
-- right
SELECT * FROM (SELECT w.v FROM w LEFT JOIN p ON p.k = w.a UNION SELECT k FROM p);
