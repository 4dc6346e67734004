-- case: INTERSECT as IN misses NULL
-- expect: different nulls
CREATE TABLE r(a INTEGER); CREATE TABLE s(a INTEGER);
-- left
SELECT a FROM r INTERSECT SELECT a FROM s;
-- right
SELECT DISTINCT a FROM r WHERE a IN (SELECT a FROM s);
