-- case: USING is equality on the shared column
-- expect: equivalent
CREATE TABLE r(k INTEGER, a INTEGER); CREATE TABLE s(k INTEGER, b INTEGER);
-- left
SELECT k, a, b FROM r JOIN s USING (k);
-- right
SELECT r.k, a, b FROM r JOIN s ON r.k = s.k;
