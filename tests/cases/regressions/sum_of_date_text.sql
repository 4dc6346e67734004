-- case: SUM reads a date as a REAL
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT SUM(day) FROM d WHERE day = '2020-01-05';
-- right
SELECT SUM(day + 1) FROM d WHERE day = '2020-01-05';
