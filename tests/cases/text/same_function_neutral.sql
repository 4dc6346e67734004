-- case: operations that return their argument as it is
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
-- left
SELECT DISTINCT LOWER(name) || 'e' FROM t;
-- right
SELECT DISTINCT REPLACE(LOWER(CAST(name AS TEXT)) || '' || 'e', ' ', ' ') FROM t;
