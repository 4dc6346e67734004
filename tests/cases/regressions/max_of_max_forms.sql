-- case: the greatest of 1 and 1.0 is either of them, and half of it is not
-- expect: different order
CREATE TABLE n(v, j INT);
-- left
SELECT MAX(v) / 2 FROM n;
-- right
SELECT MAX(m) / 2 FROM (SELECT j, MAX(v) m FROM n GROUP BY j);
