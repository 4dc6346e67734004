-- case: a share above 0.3 is not one above 30 percent where the fraction is dropped
-- expect: different ordinary
CREATE TABLE exam(id INTEGER PRIMARY KEY, passed INTEGER NOT NULL, taken INTEGER NOT NULL);
-- left
SELECT id FROM exam WHERE CAST(passed AS REAL) / taken > 0.3;
-- right
SELECT id FROM exam WHERE passed * 100 / taken > 30;
