-- case: a difference of quotients against a quotient of a difference: rounded alike with up to five rows
-- expect: different rounding
CREATE TABLE badge(id INTEGER PRIMARY KEY, year INTEGER NOT NULL);
-- left
SELECT SUM(year = 2010) * 100.0 / COUNT(*) - SUM(year = 2011) * 100.0 / COUNT(*) FROM badge;
-- right
SELECT (SUM(year = 2010) - SUM(year = 2011)) * 100.0 / COUNT(*) FROM badge;
