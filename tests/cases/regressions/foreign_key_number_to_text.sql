-- case: numbers that refer to text: a join reads the text as a number and finds more than the foreign key does
-- expect: different ordinary
CREATE TABLE p(t TEXT UNIQUE); CREATE TABLE c(i INT REFERENCES p(t));
-- left
SELECT count(c.i) FROM c JOIN p ON c.i = p.t;
-- right
SELECT count(c.i) FROM c WHERE c.i IS NOT NULL;
