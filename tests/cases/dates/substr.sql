-- case: the year of a date by SUBSTR
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT substr(day, 1, 4) FROM d;
-- right
SELECT strftime('%Y', day) FROM d;
