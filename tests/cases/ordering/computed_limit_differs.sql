-- case: rounding up or down matters to a computed LIMIT
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t ORDER BY id LIMIT (SELECT COUNT(*) / 2 FROM t);
-- right
SELECT id FROM t ORDER BY id LIMIT (SELECT (COUNT(*) + 1) / 2 FROM t);
