-- case: a CHECK that no sample text satisfies has texts of its own
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT CHECK (LENGTH(code) = 5));
-- left
SELECT id FROM t WHERE code LIKE 'ab%';
-- right
SELECT id FROM t WHERE code LIKE 'a%';
