-- case: -> gives JSON, ->> gives a value
-- expect: different
-- options: bound=2
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT s -> 'kind' FROM t;
-- right
SELECT s ->> 'kind' FROM t;
