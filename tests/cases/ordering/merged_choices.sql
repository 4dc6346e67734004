-- case: the same choice in both arms is taken to fall alike, and the reason says so
-- expect: equivalent
CREATE TABLE p(id INTEGER PRIMARY KEY, g INTEGER, v INTEGER);
-- left
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1);
-- right
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1)
INTERSECT
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1);
