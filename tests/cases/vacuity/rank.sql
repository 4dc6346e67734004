-- case: the tenth of five rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM (SELECT id, RANK() OVER (ORDER BY n) AS k FROM t) WHERE k <= 10;
-- right
SELECT id FROM t;
