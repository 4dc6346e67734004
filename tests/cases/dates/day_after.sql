-- case: there is no day after the last one
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE date(day, '+1 day') > day;
-- right
SELECT id FROM d WHERE day IS NOT NULL;
