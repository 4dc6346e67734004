-- case: a double plus and minus another is not always the double
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, r REAL, q REAL);
-- left
SELECT r + q - q FROM t;
-- right
SELECT r + q * 0 FROM t;
