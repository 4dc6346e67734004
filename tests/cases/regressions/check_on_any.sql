-- case: a column of no known type is given the values that its CHECK names
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, b JSON NOT NULL CHECK (b IN ('PAID', 'OPEN')));
-- left
SELECT id FROM t;
-- right
SELECT id FROM t WHERE b > 'P';
