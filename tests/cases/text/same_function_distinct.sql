-- case: a function that both queries compute is a column of its own, and NULL where its argument is
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
-- left
SELECT COUNT(DISTINCT UPPER(name)) FROM t;
-- right
SELECT COUNT(*) FROM (SELECT DISTINCT UPPER(name) FROM t WHERE name IS NOT NULL);
