-- case: a month later is another day at the end of a month
-- expect: different ordinary
CREATE TABLE t(d DATE);
-- left
SELECT date(d, 'start of month', '+1 month', '-1 day') FROM t;
-- right
SELECT date(d, '+1 month', 'start of month', '-1 day') FROM t;
