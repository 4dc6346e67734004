-- case: doubles beside each other become one number
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL);
-- left
SELECT COUNT(DISTINCT r) FROM t;
-- right
SELECT COUNT(DISTINCT r * 2.5) FROM t;
