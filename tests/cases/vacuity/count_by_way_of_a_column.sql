-- case: a count that an outer query compares
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
WITH c AS (SELECT g, COUNT(*) AS k FROM t GROUP BY g) SELECT g FROM c WHERE k >= 6;
-- right
WITH c AS (SELECT g, COUNT(*) AS k FROM t GROUP BY g) SELECT g FROM c WHERE k > 6;
