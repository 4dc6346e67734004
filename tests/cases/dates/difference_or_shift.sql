-- case: a difference of Julian days or a shifted date
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE julianday(day) - julianday(date(at)) >= 30;
-- right
SELECT id FROM d WHERE date(at, '+30 days') < day;
