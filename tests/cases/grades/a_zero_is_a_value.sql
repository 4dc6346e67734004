-- case: a 0 that stands in a row is a value, unlike the 0 of COUNT for no row
-- expect: different ordinary
CREATE TABLE p(id INTEGER PRIMARY KEY, v INTEGER);
-- left
SELECT MAX(v) FROM p WHERE v > 0;
-- right
SELECT MAX(v) FROM p WHERE v >= 0;
