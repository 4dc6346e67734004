-- case: a foreign key turns a number into text to find its partner, a join with a column without a type does not
-- expect: different ordinary
CREATE TABLE p(t TEXT UNIQUE); CREATE TABLE c(f REFERENCES p(t), n INTEGER);
-- left
SELECT c.n FROM c JOIN p ON c.f = p.t;
-- right
SELECT c.n FROM c WHERE c.f IS NOT NULL;
