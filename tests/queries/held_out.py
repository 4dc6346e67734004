# ruff: noqa: E501 (a query a line)
"""A second list of textbook rewrites, over another schema, written before the rules were looked at.

It was never edited after. The first look is in BENCHMARKS.md beside what is proved now. Each pair returns the same on every database of the
schema; a pair marked `SET` has the same rows, and may have them in different numbers.
"""

from __future__ import annotations

from queries.textbook import BAG, SET, Textbook, pairs

DDL = """
CREATE TABLE department(dept_name TEXT PRIMARY KEY NOT NULL, building TEXT, budget INTEGER NOT NULL);
CREATE TABLE instructor(id INTEGER PRIMARY KEY, name TEXT NOT NULL,
    dept_name TEXT NOT NULL REFERENCES department(dept_name), salary INTEGER NOT NULL, office TEXT);
CREATE TABLE student(id INTEGER PRIMARY KEY, name TEXT NOT NULL, dept_name TEXT REFERENCES department(dept_name),
    credits INTEGER, advisor_id INTEGER REFERENCES instructor(id));
CREATE TABLE course(code TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL,
    dept_name TEXT NOT NULL REFERENCES department(dept_name), points INTEGER NOT NULL);
CREATE TABLE takes(student_id INTEGER NOT NULL REFERENCES student(id), code TEXT NOT NULL REFERENCES course(code),
    year INTEGER NOT NULL, grade INTEGER, PRIMARY KEY (student_id, code, year));
CREATE TABLE visit(place TEXT, day INTEGER, minutes INTEGER);
"""

HELD_OUT: tuple[Textbook, ...] = pairs(
    BAG,
    # Correlated aggregates and joins
    """correlated COUNT, or LEFT JOIN and GROUP BY
    SELECT i.id, (SELECT COUNT(*) FROM student s WHERE s.advisor_id = i.id) FROM instructor i
    SELECT i.id, COUNT(s.id) FROM instructor i LEFT JOIN student s ON s.advisor_id = i.id GROUP BY i.id""",
    """correlated COUNT, or LEFT JOIN of counted groups
    SELECT d.dept_name, (SELECT COUNT(*) FROM course c WHERE c.dept_name = d.dept_name AND c.points > 3) FROM department d
    SELECT d.dept_name, COALESCE(n.k, 0) FROM department d LEFT JOIN (SELECT dept_name, COUNT(*) AS k FROM course WHERE points > 3 GROUP BY dept_name) n ON n.dept_name = d.dept_name""",
    """correlated SUM, or LEFT JOIN and GROUP BY
    SELECT s.id, (SELECT SUM(t.grade) FROM takes t WHERE t.student_id = s.id) FROM student s
    SELECT s.id, SUM(t.grade) FROM student s LEFT JOIN takes t ON t.student_id = s.id GROUP BY s.id""",
    """correlated MAX, or LEFT JOIN of groups
    SELECT s.name, (SELECT MAX(t.year) FROM takes t WHERE t.student_id = s.id) FROM student s
    SELECT s.name, m.latest FROM student s LEFT JOIN (SELECT student_id, MAX(year) AS latest FROM takes GROUP BY student_id) m ON m.student_id = s.id""",
    """count with zero, or UNION ALL of those without
    SELECT d.dept_name, COUNT(i.id) FROM department d LEFT JOIN instructor i ON i.dept_name = d.dept_name GROUP BY d.dept_name
    SELECT dept_name, COUNT(*) FROM instructor GROUP BY dept_name UNION ALL SELECT dept_name, 0 FROM department WHERE dept_name NOT IN (SELECT dept_name FROM instructor)""",
    """aggregate after the join, or before it
    SELECT d.dept_name, d.budget, SUM(i.salary) FROM department d JOIN instructor i ON i.dept_name = d.dept_name GROUP BY d.dept_name, d.budget
    SELECT d.dept_name, d.budget, g.s FROM department d JOIN (SELECT dept_name, SUM(salary) AS s FROM instructor GROUP BY dept_name) g ON g.dept_name = d.dept_name""",
    """eager counting
    SELECT c.dept_name, COUNT(*) FROM takes t JOIN course c ON c.code = t.code GROUP BY c.dept_name
    SELECT c.dept_name, SUM(g.n) FROM course c JOIN (SELECT code, COUNT(*) AS n FROM takes GROUP BY code) g ON g.code = c.code GROUP BY c.dept_name""",
    """grouping over UNION ALL, or summed groups of each
    SELECT dept_name, COUNT(*) FROM (SELECT dept_name FROM instructor UNION ALL SELECT dept_name FROM course) GROUP BY dept_name
    SELECT dept_name, SUM(n) FROM (SELECT dept_name, COUNT(*) AS n FROM instructor GROUP BY dept_name UNION ALL SELECT dept_name, COUNT(*) FROM course GROUP BY dept_name) GROUP BY dept_name""",
    """sum of the groups' sums
    SELECT SUM(n) FROM (SELECT place, SUM(minutes) AS n FROM visit GROUP BY place)
    SELECT SUM(minutes) FROM visit""",
    """many rows of a student, correlated or grouped
    SELECT name FROM student s WHERE (SELECT COUNT(*) FROM takes t WHERE t.student_id = s.id) >= 2
    SELECT s.name FROM student s JOIN takes t ON t.student_id = s.id GROUP BY s.id, s.name HAVING COUNT(*) >= 2""",
    """aggregate through parents
    SELECT MAX(t.grade) FROM takes t JOIN student s ON s.id = t.student_id JOIN course c ON c.code = t.code WHERE c.points = 4
    SELECT MAX(grade) FROM takes WHERE code IN (SELECT code FROM course WHERE points = 4)""",
    # Counting and pivots
    """COUNT(*) less COUNT(x), or SUM of IS NULL
    SELECT code, COUNT(*) - COUNT(grade) FROM takes GROUP BY code
    SELECT code, SUM(grade IS NULL) FROM takes GROUP BY code""",
    """COUNT(*) less COUNT(x), or WHERE IS NULL
    SELECT COUNT(*) - COUNT(grade) FROM takes
    SELECT COUNT(*) FROM takes WHERE grade IS NULL""",
    """SUM of CASE, or COUNT with FILTER
    SELECT dept_name, SUM(CASE WHEN salary > 50 THEN 1 ELSE 0 END) FROM instructor GROUP BY dept_name
    SELECT dept_name, COUNT(*) FILTER (WHERE salary > 50) FROM instructor GROUP BY dept_name""",
    """COUNT of CASE, or SUM of a condition
    SELECT dept_name, COUNT(CASE WHEN salary > 50 THEN 1 END) FROM instructor GROUP BY dept_name
    SELECT dept_name, SUM(salary > 50) FROM instructor GROUP BY dept_name""",
    """pivot, or scalar subqueries
    SELECT COUNT(CASE WHEN year = 2020 THEN 1 END), COUNT(CASE WHEN year = 2021 THEN 1 END) FROM takes
    SELECT (SELECT COUNT(*) FROM takes WHERE year = 2020), (SELECT COUNT(*) FROM takes WHERE year = 2021)""",
    """pivot of groups, or scalar subqueries of each
    SELECT code, MAX(CASE WHEN year = 2020 THEN grade END), MAX(CASE WHEN year = 2021 THEN grade END) FROM takes GROUP BY code
    SELECT k.code, (SELECT MAX(grade) FROM takes t WHERE t.code = k.code AND t.year = 2020), (SELECT MAX(grade) FROM takes t WHERE t.code = k.code AND t.year = 2021) FROM (SELECT DISTINCT code FROM takes) k""",
    """pivot, or MAX with FILTER
    SELECT code, MAX(CASE WHEN year = 2020 THEN grade END) FROM takes GROUP BY code
    SELECT code, MAX(grade) FILTER (WHERE year = 2020) FROM takes GROUP BY code""",
    """share of a group in percent
    SELECT dept_name, 100 * SUM(CASE WHEN salary > 50 THEN 1 ELSE 0 END) / COUNT(*) FROM instructor GROUP BY dept_name
    SELECT dept_name, 100 * COUNT(CASE WHEN salary > 50 THEN id END) / COUNT(id) FROM instructor GROUP BY dept_name""",
    """COUNT(DISTINCT), or the count of a DISTINCT subquery
    SELECT COUNT(DISTINCT grade) FROM takes
    SELECT COUNT(*) FROM (SELECT DISTINCT grade FROM takes WHERE grade IS NOT NULL)""",
    """COUNT(DISTINCT) of groups, or groups of distinct rows
    SELECT code, COUNT(DISTINCT year) FROM takes GROUP BY code
    SELECT code, COUNT(*) FROM (SELECT DISTINCT code, year FROM takes) GROUP BY code""",
    """count of UNION ALL, or sum of counts
    SELECT COUNT(*) FROM (SELECT name FROM student UNION ALL SELECT name FROM instructor)
    SELECT (SELECT COUNT(*) FROM student) + (SELECT COUNT(*) FROM instructor)""",
    # The greatest of each group
    """greatest of a group, by IN or by a join
    SELECT id, name FROM instructor WHERE (dept_name, salary) IN (SELECT dept_name, MAX(salary) FROM instructor GROUP BY dept_name)
    SELECT i.id, i.name FROM instructor i JOIN (SELECT dept_name, MAX(salary) AS top FROM instructor GROUP BY dept_name) m ON m.dept_name = i.dept_name AND m.top = i.salary""",
    """greatest of a group, by MAX or none greater
    SELECT i.name FROM instructor i WHERE i.salary = (SELECT MAX(j.salary) FROM instructor j WHERE j.dept_name = i.dept_name)
    SELECT i.name FROM instructor i WHERE NOT EXISTS (SELECT * FROM instructor j WHERE j.dept_name = i.dept_name AND j.salary > i.salary)""",
    """greatest of a group, by RANK or MAX
    SELECT name FROM (SELECT name, RANK() OVER (PARTITION BY dept_name ORDER BY salary DESC) AS r FROM instructor) WHERE r = 1
    SELECT i.name FROM instructor i WHERE i.salary = (SELECT MAX(j.salary) FROM instructor j WHERE j.dept_name = i.dept_name)""",
    """greatest of a group, by LEFT JOIN or NOT EXISTS
    SELECT i.name FROM instructor i LEFT JOIN instructor j ON j.dept_name = i.dept_name AND j.salary > i.salary WHERE j.id IS NULL
    SELECT i.name FROM instructor i WHERE NOT EXISTS (SELECT 1 FROM instructor j WHERE j.dept_name = i.dept_name AND j.salary > i.salary)""",
    """greatest of a group, by a window or IN
    SELECT name FROM (SELECT name, salary, MAX(salary) OVER (PARTITION BY dept_name) AS top FROM instructor) WHERE salary = top
    SELECT name FROM instructor WHERE (dept_name, salary) IN (SELECT dept_name, MAX(salary) FROM instructor GROUP BY dept_name)""",
    """least of a group, by pairs or correlated
    SELECT student_id FROM takes WHERE (code, year) IN (SELECT code, MIN(year) FROM takes GROUP BY code)
    SELECT t.student_id FROM takes t WHERE t.year = (SELECT MIN(u.year) FROM takes u WHERE u.code = t.code)""",
    """second highest, by < or NOT IN
    SELECT MAX(salary) FROM instructor WHERE salary < (SELECT MAX(salary) FROM instructor)
    SELECT MAX(salary) FROM instructor WHERE salary NOT IN (SELECT MAX(salary) FROM instructor)""",
    """second highest, by MAX or OFFSET
    SELECT MAX(salary) FROM instructor WHERE salary < (SELECT MAX(salary) FROM instructor)
    SELECT (SELECT DISTINCT salary FROM instructor ORDER BY salary DESC LIMIT 1 OFFSET 1)""",
    """highest of all, by MAX or none greater
    SELECT name FROM instructor WHERE salary = (SELECT MAX(salary) FROM instructor)
    SELECT name FROM instructor i WHERE NOT EXISTS (SELECT * FROM instructor j WHERE j.salary > i.salary)""",
    """less than the greatest, or a greater one
    SELECT name FROM instructor i WHERE i.salary < (SELECT MAX(j.salary) FROM instructor j WHERE j.dept_name = i.dept_name)
    SELECT name FROM instructor i WHERE EXISTS (SELECT * FROM instructor j WHERE j.dept_name = i.dept_name AND j.salary > i.salary)""",
    """more than the least of a department
    SELECT name FROM instructor WHERE salary > (SELECT MIN(salary) FROM instructor WHERE dept_name = 'Bio')
    SELECT name FROM instructor i WHERE EXISTS (SELECT * FROM instructor j WHERE j.dept_name = 'Bio' AND i.salary > j.salary)""",
    """first of a group, by ROW_NUMBER or MIN
    SELECT id, name FROM (SELECT id, name, ROW_NUMBER() OVER (PARTITION BY dept_name ORDER BY id) AS r FROM instructor) WHERE r = 1
    SELECT id, name FROM instructor i WHERE id = (SELECT MIN(j.id) FROM instructor j WHERE j.dept_name = i.dept_name)""",
    """first of a group, by IN or none smaller
    SELECT id, name FROM instructor WHERE id IN (SELECT MIN(id) FROM instructor GROUP BY dept_name)
    SELECT id, name FROM instructor i WHERE NOT EXISTS (SELECT * FROM instructor j WHERE j.dept_name = i.dept_name AND j.id < i.id)""",
    """LIMIT 1, or MAX
    SELECT (SELECT salary FROM instructor ORDER BY salary DESC LIMIT 1)
    SELECT MAX(salary) FROM instructor""",
    """LIMIT 1 by a key, or its MAX
    SELECT name FROM instructor ORDER BY id DESC LIMIT 1
    SELECT name FROM instructor WHERE id = (SELECT MAX(id) FROM instructor)""",
    """largest group, by a table expression or HAVING
    WITH n AS (SELECT dept_name, COUNT(*) AS k FROM instructor GROUP BY dept_name) SELECT dept_name FROM n WHERE k = (SELECT MAX(k) FROM n)
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING COUNT(*) = (SELECT MAX(k) FROM (SELECT COUNT(*) AS k FROM instructor GROUP BY dept_name))""",
    """largest group, by MAX or none larger
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING COUNT(*) = (SELECT MAX(k) FROM (SELECT COUNT(*) AS k FROM instructor GROUP BY dept_name))
    WITH n AS (SELECT dept_name, COUNT(*) AS k FROM instructor GROUP BY dept_name) SELECT a.dept_name FROM n a WHERE NOT EXISTS (SELECT * FROM n b WHERE b.k > a.k)""",
    # Division, difference, intersection
    """division, by two NOT EXISTS or by counting
    SELECT s.id FROM student s WHERE NOT EXISTS (SELECT * FROM course c WHERE c.dept_name = 'Bio' AND NOT EXISTS (SELECT * FROM takes t WHERE t.student_id = s.id AND t.code = c.code))
    SELECT s.id FROM student s WHERE (SELECT COUNT(DISTINCT t.code) FROM takes t JOIN course c ON c.code = t.code WHERE t.student_id = s.id AND c.dept_name = 'Bio') = (SELECT COUNT(*) FROM course WHERE dept_name = 'Bio')""",
    """division, by two NOT EXISTS or EXCEPT
    SELECT s.id FROM student s WHERE NOT EXISTS (SELECT * FROM course c WHERE c.dept_name = 'Bio' AND NOT EXISTS (SELECT * FROM takes t WHERE t.student_id = s.id AND t.code = c.code))
    SELECT s.id FROM student s WHERE NOT EXISTS (SELECT code FROM course WHERE dept_name = 'Bio' EXCEPT SELECT t.code FROM takes t WHERE t.student_id = s.id)""",
    """NOT IN, or NOT EXISTS
    SELECT title FROM course WHERE code NOT IN (SELECT code FROM takes)
    SELECT title FROM course c WHERE NOT EXISTS (SELECT * FROM takes t WHERE t.code = c.code)""",
    """NOT IN, or LEFT JOIN IS NULL
    SELECT title FROM course WHERE code NOT IN (SELECT code FROM takes)
    SELECT c.title FROM course c LEFT JOIN takes t ON t.code = c.code WHERE t.student_id IS NULL""",
    """NOT IN without NULLs, or NOT EXISTS
    SELECT name FROM instructor WHERE id NOT IN (SELECT advisor_id FROM student WHERE advisor_id IS NOT NULL)
    SELECT i.name FROM instructor i WHERE NOT EXISTS (SELECT 1 FROM student s WHERE s.advisor_id = i.id)""",
    """EXCEPT of keys, or NOT EXISTS
    SELECT id FROM student EXCEPT SELECT student_id FROM takes
    SELECT id FROM student s WHERE NOT EXISTS (SELECT * FROM takes WHERE student_id = s.id)""",
    """EXCEPT, or NOT IN
    SELECT code FROM course WHERE points > 3 EXCEPT SELECT code FROM takes WHERE year = 2020
    SELECT code FROM course WHERE points > 3 AND code NOT IN (SELECT code FROM takes WHERE year = 2020)""",
    """INTERSECT, or a join
    SELECT dept_name FROM instructor INTERSECT SELECT dept_name FROM course
    SELECT DISTINCT i.dept_name FROM instructor i JOIN course c ON c.dept_name = i.dept_name""",
    """both of two, by INTERSECT or a self join
    SELECT student_id FROM takes WHERE code = 'A' INTERSECT SELECT student_id FROM takes WHERE code = 'B'
    SELECT DISTINCT t.student_id FROM takes t JOIN takes u ON u.student_id = t.student_id WHERE t.code = 'A' AND u.code = 'B'""",
    """both of two, by counting or INTERSECT
    SELECT student_id FROM takes WHERE code IN ('A', 'B') GROUP BY student_id HAVING COUNT(DISTINCT code) = 2
    SELECT student_id FROM takes WHERE code = 'A' INTERSECT SELECT student_id FROM takes WHERE code = 'B'""",
    """symmetric difference
    SELECT * FROM (SELECT dept_name FROM instructor EXCEPT SELECT dept_name FROM course) UNION SELECT * FROM (SELECT dept_name FROM course EXCEPT SELECT dept_name FROM instructor)
    SELECT * FROM (SELECT dept_name FROM instructor UNION SELECT dept_name FROM course) EXCEPT SELECT * FROM (SELECT dept_name FROM instructor INTERSECT SELECT dept_name FROM course)""",
    """count of none, or an outer join
    SELECT name FROM student s WHERE 0 = (SELECT COUNT(*) FROM takes t WHERE t.student_id = s.id AND t.grade > 3)
    SELECT s.name FROM student s LEFT JOIN takes t ON t.student_id = s.id AND t.grade > 3 WHERE t.code IS NULL""",
    """at most one, by counting or no two
    SELECT s.name FROM student s WHERE (SELECT COUNT(*) FROM takes t WHERE t.student_id = s.id) <= 1
    SELECT s.name FROM student s WHERE NOT EXISTS (SELECT * FROM takes t, takes u WHERE t.student_id = s.id AND u.student_id = s.id AND (t.code <> u.code OR t.year <> u.year))""",
    # Windows
    """size of the group, correlated or by a window
    SELECT i.id, (SELECT COUNT(*) FROM instructor j WHERE j.dept_name = i.dept_name) FROM instructor i
    SELECT id, COUNT(*) OVER (PARTITION BY dept_name) FROM instructor""",
    """above the average of the group, correlated or by a window
    SELECT i.name FROM instructor i WHERE i.salary > (SELECT AVG(j.salary) FROM instructor j WHERE j.dept_name = i.dept_name)
    SELECT name FROM (SELECT name, salary, AVG(salary) OVER (PARTITION BY dept_name) AS a FROM instructor) WHERE salary > a""",
    """above the average of the group, correlated or joined
    SELECT i.name FROM instructor i WHERE i.salary > (SELECT AVG(j.salary) FROM instructor j WHERE j.dept_name = i.dept_name)
    SELECT i.name FROM instructor i JOIN (SELECT dept_name, AVG(salary) AS a FROM instructor GROUP BY dept_name) g ON g.dept_name = i.dept_name WHERE i.salary > g.a""",
    """above the average of all, as a subquery or joined
    SELECT name FROM instructor WHERE salary > (SELECT AVG(salary) FROM instructor)
    WITH a AS (SELECT AVG(salary) AS m FROM instructor) SELECT i.name FROM instructor i CROSS JOIN a WHERE i.salary > a.m""",
    """running total, by a window or correlated
    SELECT id, SUM(salary) OVER (ORDER BY id) FROM instructor
    SELECT i.id, (SELECT SUM(j.salary) FROM instructor j WHERE j.id <= i.id) FROM instructor i""",
    """running total, by a self join or a window
    SELECT i.id, SUM(j.salary) FROM instructor i JOIN instructor j ON j.id <= i.id GROUP BY i.id
    SELECT id, SUM(salary) OVER (ORDER BY id) FROM instructor""",
    """ROW_NUMBER by a key, or counting
    SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM instructor
    SELECT i.id, (SELECT COUNT(*) FROM instructor j WHERE j.id <= i.id) FROM instructor i""",
    """RANK, or counting the greater
    SELECT id, RANK() OVER (ORDER BY salary DESC) FROM instructor
    SELECT i.id, 1 + (SELECT COUNT(*) FROM instructor j WHERE j.salary > i.salary) FROM instructor i""",
    """DENSE_RANK, or counting distinct values
    SELECT id, DENSE_RANK() OVER (ORDER BY salary DESC) FROM instructor
    SELECT i.id, (SELECT COUNT(DISTINCT j.salary) FROM instructor j WHERE j.salary >= i.salary) FROM instructor i""",
    """LAG, or the last one before
    SELECT id, LAG(salary) OVER (ORDER BY id) FROM instructor
    SELECT i.id, (SELECT j.salary FROM instructor j WHERE j.id < i.id ORDER BY j.id DESC LIMIT 1) FROM instructor i""",
    """MIN of the partition, or its FIRST_VALUE
    SELECT id, MIN(salary) OVER (PARTITION BY dept_name) FROM instructor
    SELECT id, FIRST_VALUE(salary) OVER (PARTITION BY dept_name ORDER BY salary) FROM instructor""",
    """share of the total, by a window or a subquery
    SELECT dept_name, budget * 1.0 / SUM(budget) OVER () FROM department
    SELECT dept_name, budget * 1.0 / (SELECT SUM(budget) FROM department) FROM department""",
    # Groups
    """HAVING EXISTS, or WHERE EXISTS
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING EXISTS (SELECT * FROM course c WHERE c.dept_name = instructor.dept_name)
    SELECT DISTINCT i.dept_name FROM instructor i WHERE EXISTS (SELECT * FROM course c WHERE c.dept_name = i.dept_name)""",
    """all of a group, by MIN or none smaller
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING MIN(salary) > 50
    SELECT DISTINCT i.dept_name FROM instructor i WHERE NOT EXISTS (SELECT * FROM instructor j WHERE j.dept_name = i.dept_name AND j.salary <= 50)""",
    """some of a group, by MAX or WHERE
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING MAX(salary) > 50
    SELECT DISTINCT dept_name FROM instructor WHERE salary > 50""",
    """two of a group, by counting or a self join
    SELECT dept_name FROM instructor GROUP BY dept_name HAVING COUNT(*) > 1
    SELECT DISTINCT i.dept_name FROM instructor i JOIN instructor j ON j.dept_name = i.dept_name AND j.id <> i.id""",
    """HAVING, or WHERE outside
    SELECT code, COUNT(*) FROM takes GROUP BY code HAVING COUNT(*) > 3
    SELECT code, n FROM (SELECT code, COUNT(*) AS n FROM takes GROUP BY code) WHERE n > 3""",
    """DISTINCT, or GROUP BY
    SELECT DISTINCT s.dept_name, t.year FROM student s JOIN takes t ON t.student_id = s.id
    SELECT s.dept_name, t.year FROM takes t, student s WHERE s.id = t.student_id GROUP BY 1, 2""",
    # Unions
    """IN of a UNION, or OR
    SELECT name FROM student WHERE dept_name IN (SELECT dept_name FROM instructor UNION SELECT dept_name FROM course)
    SELECT name FROM student WHERE dept_name IN (SELECT dept_name FROM instructor) OR dept_name IN (SELECT dept_name FROM course)""",
    """UNION ALL of disjoint conditions, or OR
    SELECT name FROM instructor WHERE salary < 10 UNION ALL SELECT name FROM instructor WHERE salary > 90
    SELECT name FROM instructor WHERE salary < 10 OR salary > 90""",
    """UNION ALL of every case
    SELECT id FROM student WHERE credits > 5 UNION ALL SELECT id FROM student WHERE credits <= 5 UNION ALL SELECT id FROM student WHERE credits IS NULL
    SELECT id FROM student""",
    """FULL JOIN, or LEFT JOIN and the others
    SELECT i.name, s.name FROM instructor i FULL JOIN student s ON s.advisor_id = i.id
    SELECT i.name, s.name FROM instructor i LEFT JOIN student s ON s.advisor_id = i.id UNION ALL SELECT NULL, s.name FROM student s WHERE NOT EXISTS (SELECT 1 FROM instructor i WHERE i.id = s.advisor_id)""",
    """LEFT JOIN, or JOIN and those without
    SELECT s.name, i.name FROM student s LEFT JOIN instructor i ON i.id = s.advisor_id
    SELECT s.name, i.name FROM student s JOIN instructor i ON i.id = s.advisor_id UNION ALL SELECT s.name, NULL FROM student s WHERE s.advisor_id IS NULL""",
    """UNION, or DISTINCT of UNION ALL
    SELECT name FROM student UNION SELECT name FROM instructor
    SELECT DISTINCT name FROM (SELECT name FROM student UNION ALL SELECT name FROM instructor)""",
    # Values and conditions
    """COALESCE, or CASE
    SELECT id, COALESCE(credits, 0) FROM student
    SELECT id, CASE WHEN credits IS NOT NULL THEN credits ELSE 0 END FROM student""",
    """COALESCE of three, the second never NULL
    SELECT COALESCE(office, dept_name, 'none') FROM instructor
    SELECT IFNULL(office, dept_name) FROM instructor""",
    """condition on COALESCE
    SELECT name FROM student WHERE COALESCE(credits, 0) >= 10
    SELECT name FROM student WHERE credits >= 10""",
    """BETWEEN, or neither side
    SELECT student_id FROM takes WHERE grade BETWEEN 3 AND 5
    SELECT student_id FROM takes WHERE NOT (grade < 3 OR grade > 5)""",
    """NULLIF, or CASE
    SELECT NULLIF(salary, 0) FROM instructor
    SELECT CASE WHEN salary <> 0 THEN salary END FROM instructor""",
    """IS NOT, or <> and IS NULL
    SELECT id FROM student WHERE credits IS NOT 3
    SELECT id FROM student WHERE credits <> 3 OR credits IS NULL""",
    # Joins, derived tables, subqueries
    """derived tables in derived tables
    SELECT n FROM (SELECT name AS n, p FROM (SELECT i.name, i.salary AS p, d.budget FROM instructor i JOIN department d ON d.dept_name = i.dept_name WHERE d.budget > 100) WHERE p > 10)
    SELECT name FROM instructor NATURAL JOIN department WHERE salary > 10 AND budget > 100""",
    """table expression used twice
    WITH big AS (SELECT * FROM instructor WHERE salary > 50) SELECT a.name, b.name FROM big a JOIN big b ON a.dept_name = b.dept_name AND a.id < b.id
    SELECT a.name, b.name FROM instructor a JOIN instructor b ON a.dept_name = b.dept_name WHERE a.salary > 50 AND b.salary > 50 AND b.id > a.id""",
    """scalar subquery, or a join by a foreign key
    SELECT i.name, (SELECT d.building FROM department d WHERE d.dept_name = i.dept_name) FROM instructor i
    SELECT i.name, d.building FROM instructor i JOIN department d ON d.dept_name = i.dept_name""",
    """scalar subquery, or LEFT JOIN by a key
    SELECT s.name, (SELECT i.name FROM instructor i WHERE i.id = s.advisor_id) FROM student s
    SELECT s.name, i.name FROM student s LEFT JOIN instructor i ON s.advisor_id = i.id""",
    """EXISTS, or DISTINCT of a join
    SELECT i.id, i.name FROM instructor i WHERE EXISTS (SELECT * FROM student s WHERE s.advisor_id = i.id)
    SELECT DISTINCT i.id, i.name FROM instructor i JOIN student s ON s.advisor_id = i.id""",
    """IN inside IN, or EXISTS of a join
    SELECT s.name FROM student s WHERE s.id IN (SELECT student_id FROM takes WHERE code IN (SELECT code FROM course WHERE points = 4))
    SELECT s.name FROM student s WHERE EXISTS (SELECT 1 FROM takes t, course c WHERE t.student_id = s.id AND c.code = t.code AND c.points = 4)""",
    """LEFT JOIN with a condition that rejects NULL
    SELECT s.name FROM student s LEFT JOIN instructor i ON i.id = s.advisor_id WHERE i.salary > 5
    SELECT s.name FROM student s JOIN instructor i ON i.id = s.advisor_id AND i.salary > 5""",
) + pairs(
    SET,
    """EXISTS, or a join
    SELECT i.name FROM instructor i WHERE EXISTS (SELECT * FROM student s WHERE s.advisor_id = i.id)
    SELECT i.name FROM instructor i JOIN student s ON s.advisor_id = i.id""",
    """IN, or a join
    SELECT place FROM visit WHERE place IN (SELECT building FROM department)
    SELECT v.place FROM visit v JOIN department d ON d.building = v.place""",
    """UNION ALL, or OR
    SELECT name FROM instructor WHERE salary > 10 UNION ALL SELECT name FROM instructor WHERE dept_name = 'Bio'
    SELECT name FROM instructor WHERE salary > 10 OR dept_name = 'Bio'""",
    """intersection with the same, or DISTINCT
    SELECT place FROM visit INTERSECT SELECT place FROM visit
    SELECT place FROM visit""",
    """two conditions of children, or two joins
    SELECT s.name FROM student s WHERE s.id IN (SELECT student_id FROM takes WHERE year = 2020) AND s.id IN (SELECT student_id FROM takes WHERE year = 2021)
    SELECT s.name FROM student s JOIN takes t ON t.student_id = s.id JOIN takes u ON u.student_id = s.id WHERE t.year = 2020 AND u.year = 2021""",
)
