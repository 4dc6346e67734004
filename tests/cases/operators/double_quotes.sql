-- case: a double-quoted word that is no column is a string
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE s = "word";
-- right
SELECT id FROM t WHERE s = 'word';
