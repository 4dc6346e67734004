-- case: a generated column is computed from its row, by way of another generated column
-- expect: equivalent
CREATE TABLE t(a INTEGER, b INTEGER AS (a + 1), c INTEGER AS (b + b) STORED);
-- left
SELECT c FROM t WHERE b > 3 AND b < 1000;
-- right
SELECT 2 * a + 2 FROM t WHERE a > 2 AND a < 999;
