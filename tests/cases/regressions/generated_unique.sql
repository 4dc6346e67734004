-- case: a key over a generated column is kept by the engine, and a witness is loaded under it
-- expect: different ordinary
CREATE TABLE t(n INTEGER, m INTEGER AS (n / 2) UNIQUE);
-- left
SELECT sum(n) FROM t;
-- right
SELECT sum(m) FROM t;
