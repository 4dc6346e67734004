-- case: a date modifier of other digits than 0 to 9 is none, and the date is NULL
-- expect: equivalent
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE NOT NULL);
-- left
SELECT id FROM t WHERE date(d, '+١ day') IS NULL
-- right
SELECT id FROM t
