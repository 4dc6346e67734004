-- case: a day of the clock is no constant
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE day < date('now');
-- right
SELECT id FROM d WHERE day < '2024-08-15';
