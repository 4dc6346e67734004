-- case: a day on and back
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT date(date(day, '-1 day'), '+1 day') FROM d;
-- right
SELECT day FROM d;
