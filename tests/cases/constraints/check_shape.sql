-- case: a CHECK asks for a shape, and the queries compare by order within it
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, phone TEXT NOT NULL CHECK (phone GLOB '+[0-9]*' AND LENGTH(phone) BETWEEN 8 AND 15));
-- left
SELECT id FROM t WHERE phone > '+49';
-- right
SELECT id FROM t WHERE phone > '+490';
