-- case: set operations go from left to right
-- expect: different
CREATE TABLE r(a INTEGER); CREATE TABLE s(a INTEGER); CREATE TABLE q(a INTEGER);
-- left
SELECT a FROM r UNION SELECT a FROM s EXCEPT SELECT a FROM q;
-- right
SELECT a FROM r UNION SELECT * FROM (SELECT a FROM s EXCEPT SELECT a FROM q);
