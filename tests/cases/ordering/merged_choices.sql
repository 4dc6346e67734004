-- case: the same choice in both arms may fall differently in each
-- expect: unrefuted
-- options: bound=3
CREATE TABLE p(id INTEGER PRIMARY KEY, g INTEGER, v INTEGER);
-- left
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1);
-- right
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1)
INTERSECT
SELECT id FROM p WHERE g = (SELECT g FROM p ORDER BY v DESC LIMIT 1);
