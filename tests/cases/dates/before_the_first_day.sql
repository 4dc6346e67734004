-- case: the month of Julian day 0 begins before the first day that SQLite knows
-- expect: equivalent
CREATE TABLE d(id INTEGER PRIMARY KEY, yes BOOLEAN);
-- left
SELECT id FROM d WHERE yes OR date(yes, 'start of month');
-- right
SELECT id FROM d WHERE yes;
