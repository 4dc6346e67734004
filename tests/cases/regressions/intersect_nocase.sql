-- case: INTERSECT keeps the values of one arm, so that swapped arms differ in letter case
-- expect: different
CREATE TABLE i(k INT, n TEXT COLLATE NOCASE, g INT, h INT);
CREATE TABLE j(k INT, m TEXT COLLATE NOCASE, g INT, h INT);
-- left
SELECT n FROM i WHERE k = 17 AND g = 1 AND h = 2 INTERSECT SELECT m FROM j WHERE k = 23 AND g = 1 AND h = 2;
-- right
SELECT m FROM j WHERE k = 23 AND g = 1 AND h = 2 INTERSECT SELECT n FROM i WHERE k = 17 AND g = 1 AND h = 2;
