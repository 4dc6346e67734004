-- case: a function of equal arguments has equal values
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
-- left
SELECT COUNT(*) FROM (SELECT DISTINCT name, HEX(name) FROM t);
-- right
SELECT COUNT(*) FROM (SELECT DISTINCT name, name, HEX(name) FROM t GROUP BY name, HEX(name));
