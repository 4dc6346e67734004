-- case: foreign keys in a circle
-- expect: equivalent
CREATE TABLE p(id INTEGER PRIMARY KEY, q_id INTEGER NOT NULL REFERENCES q(id)); CREATE TABLE q(id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p(id));
-- left
SELECT p.id FROM p JOIN q ON p.q_id = q.id;
-- right
SELECT id FROM p;
