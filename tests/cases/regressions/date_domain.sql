-- case: a DATE column holds no 30th of February
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE);
-- left
SELECT id FROM t WHERE d BETWEEN '2021-02-01' AND '2021-02-28';
-- right
SELECT id FROM t WHERE d BETWEEN '2021-02-01' AND '2021-02-31';
