-- case: the last day of a month by the day after and by the next month, up to the last month there is
-- expect: different ordinary
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE NOT NULL);
-- left
SELECT id FROM d WHERE strftime('%d', date(day, '+1 day')) = '01';
-- right
SELECT id FROM d WHERE date(day, 'start of month', '+1 month', '-1 day') = day AND day <> '1700-02-28';
