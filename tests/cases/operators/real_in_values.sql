-- case: IN with VALUES makes a double of a large integer, IN with a list does not
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL);
-- left
SELECT id FROM t WHERE r IN (9007199254740993);
-- right
SELECT id FROM t WHERE r IN (VALUES (9007199254740993));
