-- case: a foreign key to a column that is no key finds its partner under that column's collation, too
-- expect: different ordinary
CREATE TABLE p(k TEXT COLLATE NOCASE, n INTEGER); CREATE TABLE c(k TEXT NOT NULL REFERENCES p(k));
-- left
SELECT count(*) FROM c;
-- right
SELECT count(*) FROM c WHERE EXISTS (SELECT 1 FROM p WHERE c.k = p.k);
