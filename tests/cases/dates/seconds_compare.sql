-- case: moments compare as their seconds do
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE unixepoch(at) - unixepoch(day) > 3600;
-- right
SELECT id FROM d WHERE at > datetime(day, '+1 hour');
