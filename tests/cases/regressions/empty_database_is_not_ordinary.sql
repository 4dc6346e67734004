-- case: a difference that also shows without any row is told apart from one that only shows there
-- expect: different empty
CREATE TABLE t(a INTEGER NOT NULL);
-- left
SELECT CASE WHEN COUNT(*) = 0 THEN 'none' ELSE 'some' END FROM t;
-- right
SELECT CASE WHEN COUNT(*) = 0 THEN 'nothing' ELSE 'some' END FROM t;
