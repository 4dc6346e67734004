-- case: EXCEPT is not NOT IN
-- expect: different nulls
CREATE TABLE r(a INTEGER); CREATE TABLE s(a INTEGER);
-- left
SELECT a FROM r EXCEPT SELECT a FROM s;
-- right
SELECT a FROM r WHERE a NOT IN (SELECT a FROM s);
