-- case: a text column may hold what a date column holds
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, d DATE);
-- left
SELECT name FROM t INTERSECT SELECT d FROM t;
-- right
SELECT name FROM t WHERE 0;
