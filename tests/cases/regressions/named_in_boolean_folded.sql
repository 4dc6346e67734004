-- case: where a column of numbers is compared with text, it may hold any text
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, is_male BOOL);
-- left
SELECT id FROM t WHERE is_male = 'T';
-- right
SELECT id FROM t WHERE is_male LIKE 'T';
