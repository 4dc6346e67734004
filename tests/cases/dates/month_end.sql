-- case: February 2021 has 28 days
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE day BETWEEN '2021-02-01' AND '2021-02-28';
-- right
SELECT id FROM d WHERE day >= '2021-02-01' AND day < '2021-03-01';
