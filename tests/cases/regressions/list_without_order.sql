-- case: without ORDER BY the order of a list is open
-- expect: equivalent
-- options: semantics=list
CREATE TABLE p(id INTEGER PRIMARY KEY, x INTEGER); CREATE TABLE c(p_id INTEGER REFERENCES p(id));
-- left
SELECT id FROM p WHERE x > 0 ORDER BY id;
-- right
SELECT id FROM p WHERE NOT (x <= 0) ORDER BY id;
