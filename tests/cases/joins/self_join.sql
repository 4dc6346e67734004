-- case: a self join on the key is the table
-- expect: equivalent
-- options: semantics=bag
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT p.a, q.b FROM t p JOIN t q ON p.id = q.id;
-- right
SELECT a, b FROM t;
