-- case: the group of those without a name is large enough by its rows, and not by its names
-- expect: different nulls
CREATE TABLE hero(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE power(hero INTEGER NOT NULL REFERENCES hero(id), code INTEGER NOT NULL);
-- left
SELECT name, COUNT(*) FROM hero JOIN power ON power.hero = hero.id GROUP BY name HAVING COUNT(code) > 15;
-- right
SELECT name, COUNT(*) FROM hero JOIN power ON power.hero = hero.id GROUP BY name HAVING COUNT(name) > 15;
