-- case: all texts that a CHECK allows pass a condition
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT CHECK (LENGTH(code) = 5));
-- left
SELECT id FROM t WHERE LENGTH(code) = 5;
-- right
SELECT id FROM t WHERE code IS NOT NULL;
