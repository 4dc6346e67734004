-- case: what is added to a double and subtracted leaves a rounding error
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT r + q - q FROM t;
-- right
SELECT r + q * 0 FROM t;
