-- case: a year by strftime is a LIKE on the text
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE strftime('%Y', day) = '2020';
-- right
SELECT id FROM d WHERE day LIKE '2020%';
