-- case: a generated column holds what its expression gives, which need not be of its declared type
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, n INTEGER AS (s) STORED);
-- left
SELECT id FROM t WHERE n > 5;
-- right
SELECT id FROM t WHERE typeof(n) = 'integer' AND n > 5;
