-- case: a text in a JSON document is compared with a column of numbers as a number
-- expect: unrefuted
CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, doc TEXT);
-- left
SELECT id FROM t WHERE n = (doc ->> 'a')
-- right
SELECT id FROM t WHERE n = json_extract(doc, '$.a')
