-- case: two names of Sunday
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE strftime('%w', day) = '0';
-- right
SELECT id FROM d WHERE strftime('%u', day) = '7';
