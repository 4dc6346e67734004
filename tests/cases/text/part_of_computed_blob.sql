-- case: REPLACE makes a text of the BLOB that SUBSTR and UNHEX return
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, c TEXT);
-- left
SELECT id FROM t WHERE SUBSTR(UNHEX(HEX(c)), 1) IN ('10', 1);
-- right
SELECT id FROM t WHERE REPLACE(SUBSTR(UNHEX(HEX(c)), 1), '', 'x') IN ('10', 1);
