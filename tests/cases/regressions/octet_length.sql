-- case: characters are not bytes
-- expect: different ordinary
CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT length(a) FROM t
-- right
SELECT octet_length(a) FROM t
