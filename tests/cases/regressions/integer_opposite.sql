-- case: minus the least integer is a double
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE -n > 9223372036854775807;
-- right
SELECT id FROM t WHERE n = -9223372036854775808;
