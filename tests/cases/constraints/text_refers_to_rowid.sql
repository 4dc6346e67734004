-- case: a column that refers to a rowid holds no text, though a pattern names some
-- expect: unrefuted
-- options: semantics=bag
CREATE TABLE p(id INTEGER PRIMARY KEY, x INTEGER);
CREATE TABLE c(id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p(id));
-- left
SELECT COUNT(p_id LIKE '%B'), COUNT(*) FROM c;
-- right
SELECT COUNT(p_id GLOB '%B'), COUNT(*) FROM c;
