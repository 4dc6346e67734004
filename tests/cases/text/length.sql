-- case: LENGTH 0 is the empty string
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE length(s) = 0;
-- right
SELECT id FROM t WHERE s = '';
