-- case: a group of exactly a hundred and one rows
-- expect: different ordinary
CREATE TABLE post(id INTEGER PRIMARY KEY, owner INTEGER NOT NULL);
-- left
SELECT owner FROM post GROUP BY owner HAVING COUNT(*) > 100;
-- right
SELECT owner FROM post GROUP BY owner HAVING COUNT(*) > 101;
