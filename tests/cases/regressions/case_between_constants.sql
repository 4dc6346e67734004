-- case: a function of a CASE between constants that has one value for both
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, code TEXT);
-- left
SELECT MAX(INSTR(CASE WHEN name <> code THEN 'Z' ELSE 'A1' END, ' ')) FROM t;
-- right
SELECT MAX(INSTR(CASE WHEN name <> TRIM(' ' || name) THEN 'Z' ELSE 'A1' END, ' ')) FROM t;
