-- case: a tie that one query breaks by the key and the other leaves open is no proof, though SQLite breaks it so
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
-- left
SELECT s FROM t ORDER BY a LIMIT 1;
-- right
SELECT s FROM t ORDER BY a, id LIMIT 1;
