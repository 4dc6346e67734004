-- case: the last second of a day since 1970
-- expect: different
CREATE TABLE d(id INTEGER PRIMARY KEY, day DATE, at DATETIME, txt TEXT);
-- left
SELECT id FROM d WHERE date(id, 'unixepoch') = '2012-01-01';
-- right
SELECT id FROM d WHERE id BETWEEN 1325376000 AND 1325462398;
