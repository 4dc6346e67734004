-- case: a constant that a query compares with a column is evidence that the columns that meet it may hold it
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, zip INTEGER);
CREATE TABLE u(id INTEGER PRIMARY KEY, zip INTEGER);
-- left
SELECT t.id FROM t JOIN u ON t.zip = u.zip WHERE u.zip = '94040-1724';
-- right
SELECT t.id FROM t JOIN u ON t.zip = u.zip WHERE u.zip = '94040-1725';
