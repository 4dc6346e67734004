-- case: FULL JOIN as two left joins
-- expect: equivalent
CREATE TABLE r(k INTEGER, a INTEGER); CREATE TABLE s(k INTEGER, b INTEGER);
-- left
SELECT a, b FROM r FULL JOIN s ON r.k = s.k;
-- right
SELECT a, b FROM r LEFT JOIN s ON r.k = s.k UNION ALL SELECT a, b FROM s LEFT JOIN r ON r.k = s.k;
