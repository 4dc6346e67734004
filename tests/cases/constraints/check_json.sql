-- case: a CHECK that is no condition an automaton decides
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT NOT NULL CHECK (json_valid(x)), n INTEGER CHECK (n % 97 = 13));
-- left
SELECT n FROM t WHERE n > 1;
-- right
SELECT n FROM t WHERE n > 13;
