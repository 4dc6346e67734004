-- case: a month as a range
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE day BETWEEN '2020-02-01' AND '2020-02-29';
-- right
SELECT id FROM d WHERE strftime('%Y-%m', day) = '2020-02';
