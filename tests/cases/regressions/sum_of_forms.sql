-- case: summands that differ in 1 and 1.0 are not the same below a division
-- expect: different
CREATE TABLE t(a INT, b INT, c INT, d INT);
CREATE TABLE s(a INT, b INT, c INT, d INT);
-- left
SELECT MAX(z) / 2 FROM (SELECT 1 z FROM t, s WHERE t.a = s.a AND t.b = s.b AND t.a = 17 AND t.b = 23 UNION ALL SELECT 3 FROM t, s WHERE t.a = s.a AND t.b = s.b AND t.a = 17 AND t.b = 23 AND t.c <= 0);
-- right
SELECT MAX(z) / 2 FROM (SELECT 1.0 z FROM t, s WHERE t.a = s.a AND t.b = s.b AND t.a = 17 AND t.b = 23 UNION ALL SELECT 3.0 FROM t, s WHERE t.a = s.a AND t.b = s.b AND t.a = 17 AND t.b = 23 AND t.c <= 0);
