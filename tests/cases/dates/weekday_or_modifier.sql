-- case: the day of the week by a format and by a modifier
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE);
-- left
SELECT id FROM d WHERE strftime('%w', day) = '0' AND day < '9999-01-01';
-- right
SELECT id FROM d WHERE date(day, 'weekday 0') = day AND day < '9999-01-01';
