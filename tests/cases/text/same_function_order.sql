-- case: a function that both queries compute, ordered by and aggregated
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
-- left
SELECT UPPER(TRIM(name)) FROM t WHERE name IS NOT NULL ORDER BY 1 LIMIT 1;
-- right
SELECT MIN(UPPER(TRIM(name))) FROM t WHERE name IS NOT NULL HAVING COUNT(*) > 0;
