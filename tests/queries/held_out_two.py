# ruff: noqa: E501 (a query a line)
"""A third list of textbook rewrites, over the schema of a hospital, written before the rules were looked at.

It was never edited after. The first look is in BENCHMARKS.md beside what is proved now. Each pair returns the same on every database of the
schema; a pair marked `SET` has the same rows, and may have them in different numbers.
"""

from __future__ import annotations

from queries.textbook import BAG, SET, Textbook, pairs

DDL = """
CREATE TABLE ward(id INTEGER PRIMARY KEY, title TEXT NOT NULL, floor INTEGER, beds INTEGER NOT NULL);
CREATE TABLE doctor(id INTEGER PRIMARY KEY, name TEXT NOT NULL, ward_id INTEGER NOT NULL REFERENCES ward(id),
    chief_id INTEGER REFERENCES doctor(id), fee INTEGER NOT NULL, phone TEXT UNIQUE);
CREATE TABLE patient(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, doctor_id INTEGER REFERENCES doctor(id),
    town TEXT, weight REAL);
CREATE TABLE stay(patient_id INTEGER NOT NULL REFERENCES patient(id), ward_id INTEGER NOT NULL REFERENCES ward(id),
    start_day INTEGER NOT NULL, nights INTEGER, PRIMARY KEY (patient_id, start_day));
CREATE TABLE drug(code TEXT PRIMARY KEY NOT NULL, label TEXT NOT NULL, price INTEGER NOT NULL CHECK (price >= 0));
CREATE TABLE dose(patient_id INTEGER NOT NULL REFERENCES patient(id), code TEXT NOT NULL REFERENCES drug(code),
    amount INTEGER, day INTEGER NOT NULL);
CREATE TABLE note(topic TEXT, score INTEGER, author TEXT);
"""

HELD_OUT_TWO: tuple[Textbook, ...] = pairs(
    BAG,
    # Quantifiers
    """at least as much as every one, or as the MAX
    SELECT d.name FROM doctor d WHERE NOT EXISTS (SELECT 1 FROM doctor e WHERE e.ward_id = d.ward_id AND NOT (e.fee <= d.fee))
    SELECT d.name FROM doctor d JOIN (SELECT ward_id, MAX(fee) AS top FROM doctor GROUP BY ward_id) m ON m.ward_id = d.ward_id WHERE d.fee >= m.top""",
    """only one kind, by NOT EXISTS or by MIN and MAX
    SELECT p.id FROM patient p WHERE EXISTS (SELECT 1 FROM stay s WHERE s.patient_id = p.id) AND NOT EXISTS (SELECT 1 FROM stay s, stay t WHERE s.patient_id = p.id AND t.patient_id = p.id AND s.ward_id <> t.ward_id)
    SELECT patient_id FROM stay GROUP BY patient_id HAVING MIN(ward_id) = MAX(ward_id)""",
    """only one kind, by COUNT(DISTINCT) or by MIN and MAX
    SELECT patient_id FROM stay GROUP BY patient_id HAVING COUNT(DISTINCT ward_id) = 1
    SELECT patient_id FROM stay GROUP BY patient_id HAVING MIN(ward_id) = MAX(ward_id)""",
    """exactly one, by counting or by one and no other
    SELECT w.title FROM ward w WHERE (SELECT COUNT(*) FROM doctor d WHERE d.ward_id = w.id) = 1
    SELECT w.title FROM ward w JOIN doctor d ON d.ward_id = w.id WHERE NOT EXISTS (SELECT 1 FROM doctor e WHERE e.ward_id = w.id AND e.id <> d.id)""",
    """every one of them, by no exception or by counting those that are not
    SELECT w.id FROM ward w WHERE NOT EXISTS (SELECT 1 FROM doctor d WHERE d.ward_id = w.id AND d.fee < 10)
    SELECT w.id FROM ward w LEFT JOIN doctor d ON d.ward_id = w.id AND d.fee < 10 GROUP BY w.id HAVING COUNT(d.id) = 0""",
    """none of two kinds, as one NOT EXISTS or two
    SELECT p.name FROM patient p WHERE NOT EXISTS (SELECT 1 FROM dose d WHERE d.patient_id = p.id AND (d.code = 'a' OR d.amount > 3))
    SELECT p.name FROM patient p WHERE NOT EXISTS (SELECT 1 FROM dose d WHERE d.patient_id = p.id AND d.code = 'a') AND NOT EXISTS (SELECT 1 FROM dose d WHERE d.patient_id = p.id AND d.amount > 3)""",
    """some of two kinds, as one EXISTS or two
    SELECT p.name FROM patient p WHERE EXISTS (SELECT 1 FROM dose d WHERE d.patient_id = p.id AND d.code IN ('a', 'b'))
    SELECT p.name FROM patient p WHERE p.id IN (SELECT patient_id FROM dose WHERE code = 'a') OR p.id IN (SELECT patient_id FROM dose WHERE code = 'b')""",
    """subset, by EXCEPT or NOT IN
    SELECT w.title FROM ward w WHERE NOT EXISTS (SELECT s.patient_id FROM stay s WHERE s.ward_id = w.id EXCEPT SELECT patient_id FROM dose)
    SELECT w.title FROM ward w WHERE NOT EXISTS (SELECT 1 FROM stay s WHERE s.ward_id = w.id AND s.patient_id NOT IN (SELECT patient_id FROM dose))""",
    # Joins
    """chain of foreign keys that are sure
    SELECT s.nights FROM stay s JOIN ward w ON w.id = s.ward_id JOIN patient p ON p.id = s.patient_id WHERE s.nights > 2
    SELECT nights FROM stay WHERE nights > 2""",
    """grandparent, by joins or nested scalar subqueries
    SELECT p.name, w.title FROM patient p LEFT JOIN doctor d ON d.id = p.doctor_id LEFT JOIN ward w ON w.id = d.ward_id
    SELECT p.name, (SELECT w.title FROM ward w WHERE w.id = (SELECT d.ward_id FROM doctor d WHERE d.id = p.doctor_id)) FROM patient p""",
    """outer join of a join, or of two
    SELECT p.name, w.title FROM patient p LEFT JOIN (doctor d JOIN ward w ON w.id = d.ward_id) ON d.id = p.doctor_id
    SELECT p.name, w.title FROM patient p LEFT JOIN doctor d ON d.id = p.doctor_id LEFT JOIN ward w ON w.id = d.ward_id""",
    """USING, or ON
    SELECT s.nights, d.amount FROM stay s JOIN dose d USING (patient_id) WHERE d.day > s.start_day
    SELECT s.nights, d.amount FROM stay s, dose d WHERE s.patient_id = d.patient_id AND s.start_day < d.day""",
    """join by a UNIQUE column, or EXISTS
    SELECT n.score FROM note n JOIN doctor d ON d.phone = n.author
    SELECT n.score FROM note n WHERE EXISTS (SELECT 1 FROM doctor d WHERE d.phone = n.author)""",
    """unordered pairs, by < or by half of <>
    SELECT a.id, b.id FROM doctor a JOIN doctor b ON a.ward_id = b.ward_id AND a.id < b.id
    SELECT b.id, a.id FROM doctor a JOIN doctor b ON a.ward_id = b.ward_id WHERE NOT (a.id <= b.id)""",
    """condition of the kept side in ON, or as CASE
    SELECT p.name, d.name FROM patient p LEFT JOIN doctor d ON d.id = p.doctor_id AND p.town = 'x'
    SELECT p.name, CASE WHEN p.town = 'x' THEN d.name END FROM patient p LEFT JOIN doctor d ON d.id = p.doctor_id""",
    """outer join then COALESCE, or UNION ALL of with and without
    SELECT p.id, COALESCE(d.name, 'none') FROM patient p LEFT JOIN doctor d ON d.id = p.doctor_id
    SELECT p.id, d.name FROM patient p JOIN doctor d ON d.id = p.doctor_id UNION ALL SELECT id, 'none' FROM patient WHERE doctor_id IS NULL""",
    """boss of the boss, by joins or IN
    SELECT d.name FROM doctor d JOIN doctor c ON c.id = d.chief_id JOIN doctor b ON b.id = c.chief_id WHERE b.fee > 9
    SELECT name FROM doctor WHERE chief_id IN (SELECT id FROM doctor WHERE chief_id IN (SELECT id FROM doctor WHERE fee > 9))""",
    # Grouping
    """average, or sum over count
    SELECT topic, AVG(score) FROM note GROUP BY topic
    SELECT topic, CASE WHEN COUNT(score) > 0 THEN TOTAL(score) / COUNT(score) END FROM note GROUP BY topic""",
    """group of an expression, or of a derived column
    SELECT nights / 7, COUNT(*) FROM stay GROUP BY nights / 7
    SELECT week, COUNT(patient_id) FROM (SELECT nights / 7 AS week, patient_id FROM stay) GROUP BY week""",
    """groups by the parent's key or through the child's
    SELECT w.id, w.title, COUNT(*) FROM ward w JOIN stay s ON s.ward_id = w.id GROUP BY w.id, w.title
    SELECT s.ward_id, (SELECT title FROM ward WHERE id = s.ward_id), COUNT(*) FROM stay s GROUP BY s.ward_id""",
    """COUNT of two levels of groups
    SELECT ward_id, COUNT(*) FROM (SELECT ward_id, patient_id FROM stay GROUP BY ward_id, patient_id) GROUP BY ward_id
    SELECT ward_id, COUNT(DISTINCT patient_id) FROM stay GROUP BY ward_id""",
    """MAX of a join, or of maxima
    SELECT w.floor, MAX(d.fee) FROM ward w JOIN doctor d ON d.ward_id = w.id GROUP BY w.floor
    SELECT w.floor, MAX(m.top) FROM ward w JOIN (SELECT ward_id, MAX(fee) AS top FROM doctor GROUP BY ward_id) m ON m.ward_id = w.id GROUP BY w.floor""",
    """HAVING on a filter count, or IN
    SELECT ward_id FROM doctor GROUP BY ward_id HAVING SUM(CASE WHEN fee > 50 THEN 1 ELSE 0 END) > 0
    SELECT DISTINCT ward_id FROM doctor WHERE fee > 50""",
    """HAVING none of a kind, or NOT IN
    SELECT patient_id FROM dose GROUP BY patient_id HAVING COUNT(CASE WHEN code = 'a' THEN 1 END) = 0
    SELECT DISTINCT patient_id FROM dose WHERE patient_id NOT IN (SELECT patient_id FROM dose WHERE code = 'a')""",
    """condition on both group and rows, before or after
    SELECT ward_id, MIN(fee) FROM doctor WHERE fee > 3 GROUP BY ward_id HAVING ward_id < 9 AND MIN(fee) < 50
    SELECT ward_id, low FROM (SELECT ward_id, MIN(fee) AS low FROM doctor WHERE ward_id < 9 AND fee > 3 GROUP BY ward_id) WHERE low < 50""",
    """groups of a grouped column with a constant
    SELECT town, COUNT(*) FROM patient WHERE town = 'x' GROUP BY town
    SELECT 'x', n FROM (SELECT COUNT(*) AS n FROM patient WHERE town = 'x') WHERE n > 0""",
    """MIN of groups of one row
    SELECT ward_id, MIN(beds) FROM (SELECT id AS ward_id, beds FROM ward) GROUP BY ward_id
    SELECT id, beds FROM ward""",
    # Set operations
    """UNION of the same table by two conditions on a key
    SELECT id, name FROM doctor WHERE fee > 5 UNION SELECT id, name FROM doctor WHERE chief_id IS NULL
    SELECT id, name FROM doctor WHERE fee > 5 OR chief_id IS NULL""",
    """difference of a difference
    SELECT town FROM patient EXCEPT SELECT topic FROM note EXCEPT SELECT author FROM note
    SELECT town FROM patient EXCEPT SELECT * FROM (SELECT topic FROM note UNION SELECT author FROM note)""",
    """intersection distributed over union
    SELECT * FROM (SELECT topic FROM note UNION SELECT author FROM note) INTERSECT SELECT town FROM patient
    SELECT * FROM (SELECT topic FROM note INTERSECT SELECT town FROM patient) UNION SELECT * FROM (SELECT author FROM note INTERSECT SELECT town FROM patient)""",
    """difference of NULLs, by EXCEPT or IS
    SELECT topic FROM note EXCEPT SELECT town FROM patient
    SELECT DISTINCT topic FROM note WHERE NOT EXISTS (SELECT 1 FROM patient WHERE town IS note.topic)""",
    """join distributed over UNION ALL
    SELECT u.n, w.title FROM (SELECT name AS n, ward_id FROM doctor WHERE fee > 5 UNION ALL SELECT name, ward_id FROM doctor WHERE fee <= 5) u JOIN ward w ON w.id = u.ward_id
    SELECT d.name, w.title FROM doctor d JOIN ward w ON w.id = d.ward_id""",
    """full outer join of keys as UNION
    SELECT COALESCE(a.patient_id, b.patient_id) FROM (SELECT DISTINCT patient_id FROM stay) a FULL JOIN (SELECT DISTINCT patient_id FROM dose) b ON a.patient_id = b.patient_id
    SELECT patient_id FROM stay UNION SELECT patient_id FROM dose""",
    # Windows and limits
    """number within the group, by ROW_NUMBER or by counting
    SELECT id, ROW_NUMBER() OVER (PARTITION BY ward_id ORDER BY id) FROM doctor
    SELECT d.id, (SELECT COUNT(*) FROM doctor e WHERE e.ward_id = d.ward_id AND e.id <= d.id) FROM doctor d""",
    """last row of each, by ROW_NUMBER or NOT EXISTS
    SELECT patient_id, ward_id FROM (SELECT patient_id, ward_id, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY start_day DESC) AS r FROM stay) WHERE r = 1
    SELECT s.patient_id, s.ward_id FROM stay s WHERE NOT EXISTS (SELECT 1 FROM stay t WHERE t.patient_id = s.patient_id AND t.start_day > s.start_day)""",
    """last row of each, by ROW_NUMBER or a join with MAX
    SELECT patient_id, ward_id FROM (SELECT patient_id, ward_id, ROW_NUMBER() OVER (PARTITION BY patient_id ORDER BY start_day DESC) AS r FROM stay) WHERE r = 1
    SELECT s.patient_id, s.ward_id FROM stay s JOIN (SELECT patient_id, MAX(start_day) AS last FROM stay GROUP BY patient_id) m ON m.patient_id = s.patient_id AND m.last = s.start_day""",
    """the row of the greatest, correlated LIMIT 1 or MAX
    SELECT w.id, (SELECT d.fee FROM doctor d WHERE d.ward_id = w.id ORDER BY d.fee DESC LIMIT 1) FROM ward w
    SELECT w.id, MAX(d.fee) FROM ward w LEFT JOIN doctor d ON d.ward_id = w.id GROUP BY w.id""",
    """LEAD, or the least one after
    SELECT id, LEAD(id) OVER (ORDER BY id) FROM doctor
    SELECT d.id, (SELECT MIN(e.id) FROM doctor e WHERE e.id > d.id) FROM doctor d""",
    """size of the whole beside each row
    SELECT name, COUNT(*) OVER () FROM doctor
    SELECT d.name, c.n FROM doctor d CROSS JOIN (SELECT COUNT(*) AS n FROM doctor) c""",
    """DISTINCT of a window over the partition, or groups
    SELECT DISTINCT ward_id, MAX(fee) OVER (PARTITION BY ward_id) FROM doctor
    SELECT ward_id, MAX(fee) FROM doctor GROUP BY ward_id""",
    # Values
    """a CASE of ranges, overlapping or not
    SELECT id, CASE WHEN beds < 5 THEN 's' WHEN beds < 9 THEN 'm' ELSE 'l' END FROM ward
    SELECT id, CASE WHEN beds >= 9 THEN 'l' WHEN beds >= 5 AND beds < 9 THEN 'm' ELSE 's' END FROM ward""",
    """three-valued NOT of OR with a NULL
    SELECT id FROM ward WHERE NOT (floor = 1 OR beds = 2)
    SELECT id FROM ward WHERE floor <> 1 AND beds <> 2 AND floor IS NOT NULL""",
    """condition by CASE in the join
    SELECT p.id FROM patient p JOIN doctor d ON d.id = CASE WHEN p.doctor_id IS NULL THEN -1 ELSE p.doctor_id END WHERE d.id > 0
    SELECT id FROM patient WHERE doctor_id > 0""",
    """a CHECK makes a condition needless
    SELECT code FROM drug WHERE price > -1 AND ABS(price) < 100
    SELECT code FROM drug WHERE price < 100""",
) + pairs(
    SET,
    """semi-join of a semi-join, or one join
    SELECT d.name FROM doctor d WHERE d.id IN (SELECT p.doctor_id FROM patient p WHERE p.id IN (SELECT patient_id FROM dose WHERE amount > 2))
    SELECT d.name FROM doctor d JOIN patient p ON p.doctor_id = d.id JOIN dose x ON x.patient_id = p.id WHERE x.amount > 2""",
    """copies by a join that is not asked for
    SELECT DISTINCT n.topic FROM note n
    SELECT n.topic FROM note n JOIN note m ON m.topic IS n.topic""",
    """division by a set of two
    SELECT patient_id FROM dose WHERE code = 'a' AND patient_id IN (SELECT patient_id FROM dose WHERE code = 'b')
    SELECT patient_id FROM dose WHERE code IN ('a', 'b') GROUP BY patient_id HAVING COUNT(DISTINCT code) >= 2""",
    """UNION ALL with what it has already
    SELECT topic FROM note UNION ALL SELECT topic FROM note WHERE score > 3
    SELECT topic FROM note""",
)
