-- case: a bare column may come from any row of its group, not only from the one with the least key
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
-- left
SELECT a, s FROM t GROUP BY a;
-- right
SELECT a, s FROM t WHERE id IN (SELECT MIN(id) FROM t GROUP BY a);
