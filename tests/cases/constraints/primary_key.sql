-- case: DISTINCT on a key is redundant
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT DISTINCT id, a FROM t;
-- right
SELECT id, a FROM t;
