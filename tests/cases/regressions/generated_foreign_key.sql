-- case: rows that refer by a generated column are searched for together with their targets
-- expect: different ordinary
CREATE TABLE p(id INTEGER PRIMARY KEY);
CREATE TABLE t(a INTEGER, n INTEGER, b INTEGER AS (a + 1) NOT NULL REFERENCES p(id));
-- left
SELECT n FROM t WHERE n > 1;
-- right
SELECT n FROM t WHERE n > 2;
