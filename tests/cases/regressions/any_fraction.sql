-- case: a column that may hold anything may hold a fraction
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a JSON NOT NULL);
-- left
SELECT id FROM t;
-- right
SELECT id FROM t WHERE typeof(a) <> 'real';
