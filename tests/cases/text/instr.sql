-- case: LIKE with % on both sides is INSTR, but for case
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s LIKE '%an%';
-- right
SELECT id FROM t WHERE instr(s, 'an') > 0;
