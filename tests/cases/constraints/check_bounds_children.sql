-- case: what a CHECK says of a key also holds of the columns that refer to it
-- expect: equivalent up to 3
CREATE TABLE p(a TEXT PRIMARY KEY CHECK (LENGTH(a) = 5));
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT NOT NULL REFERENCES p(a));
-- left
SELECT COUNT(*) FROM t WHERE LENGTH(a) = 5;
-- right
SELECT COUNT(*) FROM t;
