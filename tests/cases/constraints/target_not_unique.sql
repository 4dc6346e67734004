-- case: a foreign key whose target is not unique is an inclusion
-- expect: equivalent
CREATE TABLE p(k INTEGER); CREATE TABLE c(k INTEGER REFERENCES p(k));
-- left
SELECT k FROM c WHERE k IN (SELECT k FROM p);
-- right
SELECT k FROM c WHERE k IS NOT NULL;
