-- case: a failing key of GROUP BY
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT count(*) FROM t GROUP BY id;
-- right
SELECT count(*) FROM t GROUP BY id, json_extract('x', '$.a');
