-- case: %M is minutes, %m months
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE strftime('%M', at) = '05';
-- right
SELECT id FROM d WHERE strftime('%m', at) = '05';
