-- case: EXCEPT as NOT EXISTS
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE r(a INTEGER); CREATE TABLE s(a INTEGER);
-- left
SELECT a FROM r EXCEPT SELECT a FROM s;
-- right
SELECT DISTINCT a FROM r WHERE NOT EXISTS (SELECT 1 FROM s WHERE s.a IS r.a);
