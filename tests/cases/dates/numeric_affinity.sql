-- case: a date compares with a year as text with a number
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE day > '1971';
-- right
SELECT id FROM d WHERE day IS NOT NULL;
