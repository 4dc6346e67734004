-- case: a table of which only the number of rows matters
-- expect: different
-- options: semantics=bag
CREATE TABLE r(a INTEGER, b TEXT); CREATE TABLE s(a INTEGER);
-- left
SELECT COUNT(s.a) FROM s, r;
-- right
SELECT COUNT(s.a) FROM s;
