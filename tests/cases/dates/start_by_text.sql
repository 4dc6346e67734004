-- case: the start of a month, as a date or as text
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT date(day, 'start of month') FROM d;
-- right
SELECT strftime('%Y-%m-01', day) FROM d;
