-- case: another separator may be put in afterwards
-- expect: equivalent up to 6
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT REPLACE(GROUP_CONCAT(a ORDER BY id), ',', '; ') FROM t;
-- right
SELECT GROUP_CONCAT(a, '; ' ORDER BY id) FROM t;
