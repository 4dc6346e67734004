-- case: the day before is before, also before the year 0
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE date(day, '-1 day') < day;
-- right
SELECT id FROM d WHERE day IS NOT NULL;
