-- case: one average over all groups against one for each, where a group takes eleven rows
-- expect: different ordinary
CREATE TABLE person(id INTEGER PRIMARY KEY, age INTEGER NOT NULL);
CREATE TABLE post(id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES person(id));
-- left
SELECT AVG(age) FROM person JOIN (SELECT owner FROM post GROUP BY owner HAVING COUNT(*) > 10) ON person.id = owner;
-- right
SELECT AVG(age) FROM post JOIN person ON person.id = owner GROUP BY person.id HAVING COUNT(*) > 10;
