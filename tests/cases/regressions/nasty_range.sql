-- case: a range of letters ends one letter later
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT id FROM t WHERE name GLOB '[A-C]*';
-- right
SELECT id FROM t WHERE name GLOB '[A-D]*';
