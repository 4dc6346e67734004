-- case: a bare column beside MAX comes from the row of the maximum
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER NOT NULL UNIQUE);
-- left
SELECT id, MAX(a) FROM t GROUP BY 1 > 0;
-- right
SELECT id, a FROM t ORDER BY a DESC LIMIT 1;
