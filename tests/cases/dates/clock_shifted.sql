-- case: before today, until yesterday
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE day < date('now');
-- right
SELECT id FROM d WHERE day <= date('now', '-1 day');
