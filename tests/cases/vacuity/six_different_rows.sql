-- case: a condition that takes six rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT a.id FROM t a JOIN t b ON a.id < b.id JOIN t c ON b.id < c.id JOIN t d ON c.id < d.id JOIN t e ON d.id < e.id JOIN t f ON e.id < f.id;
-- right
SELECT id FROM t WHERE 0;
