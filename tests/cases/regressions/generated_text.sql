-- case: what is asked of a generated column is asked of the texts that it is made of
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, u TEXT AS (trim(s)));
-- left
SELECT id FROM t WHERE u = 'Bo';
-- right
SELECT id FROM t WHERE s = 'Bo';
