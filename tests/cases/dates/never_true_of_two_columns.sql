-- case: conditions on other columns that no date and no time meets
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE, s DATETIME);
-- left
SELECT id FROM t WHERE CAST(strftime('%Y', SUBSTR(d, 1, 3)) AS INTEGER) LIKE '1%';
-- right
SELECT id FROM t WHERE CAST(strftime('%Y', DATE(SUBSTR(s, 1, 2))) AS INTEGER) LIKE '1%';
