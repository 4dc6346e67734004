-- case: a year back is 366 days where a leap day lies between
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE);
-- left
SELECT id FROM t WHERE d >= date('now', '-1 year');
-- right
SELECT id FROM t WHERE d >= date('now', '-365 days');
