-- case: a column called rowid is not the number of the row, which has other names then
-- expect: different ordinary
CREATE TABLE t(rowid INTEGER, a INTEGER);
-- left
SELECT _rowid_ FROM t;
-- right
SELECT rowid FROM t;
