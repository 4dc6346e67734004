-- case: NATURAL joins on every shared column
-- expect: different
CREATE TABLE r(k INTEGER, a INTEGER); CREATE TABLE s(k INTEGER, a INTEGER);
-- left
SELECT r.k FROM r NATURAL JOIN s;
-- right
SELECT r.k FROM r JOIN s USING (k);
