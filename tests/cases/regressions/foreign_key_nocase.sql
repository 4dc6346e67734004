-- case: a foreign key holds under its parent's collation, a join under its own
-- expect: different ordinary
CREATE TABLE p(k TEXT COLLATE NOCASE PRIMARY KEY); CREATE TABLE c(id INTEGER PRIMARY KEY, k TEXT NOT NULL REFERENCES p(k));
-- left
SELECT c.id FROM c JOIN p ON c.k = p.k;
-- right
SELECT id FROM c;
