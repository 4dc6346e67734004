-- case: LIMIT 1 of groups that take many rows each: with one of them it cuts nothing
-- expect: different ties
CREATE TABLE person(id INTEGER PRIMARY KEY);
CREATE TABLE post(id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES person(id));
-- left
SELECT owner FROM post GROUP BY owner HAVING COUNT(*) > 7;
-- right
SELECT owner FROM post GROUP BY owner HAVING COUNT(*) > 7 LIMIT 1;
