-- case: six rows of one partition, each with a partner of its own, two of them tied at the fifth place
-- expect: different ties
CREATE TABLE school(code TEXT PRIMARY KEY, name TEXT NOT NULL, county TEXT NOT NULL);
CREATE TABLE score(code TEXT PRIMARY KEY REFERENCES school(code), points INTEGER NOT NULL);
-- left
SELECT name FROM (SELECT name, RANK() OVER (PARTITION BY county ORDER BY points DESC) AS place FROM score JOIN school USING (code)) WHERE place <= 5;
-- right
SELECT name FROM (SELECT name, ROW_NUMBER() OVER (PARTITION BY county ORDER BY points DESC) AS place FROM score JOIN school USING (code)) WHERE place <= 5;
