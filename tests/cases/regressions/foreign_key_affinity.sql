-- case: a text that refers to an integer spells one
-- expect: unrefuted
CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(id INTEGER PRIMARY KEY, pid TEXT REFERENCES p(id));
-- left
SELECT id FROM c WHERE pid = 'abc';
-- right
SELECT id FROM c WHERE 0;
