"""Rewrites that textbooks on query processing teach: each pair returns the same on every database of the schema.

A pair marked `SET` has the same rows, and may have them in different numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from spotit.options import Semantics

DDL = """
CREATE TABLE dept(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, budget INTEGER);
CREATE TABLE emp(id INTEGER PRIMARY KEY, name TEXT NOT NULL, dept_id INTEGER NOT NULL REFERENCES dept(id),
    boss_id INTEGER REFERENCES emp(id), salary INTEGER, age INTEGER NOT NULL CHECK (age > 0), city TEXT, hired DATE);
CREATE TABLE task(id INTEGER PRIMARY KEY, emp_id INTEGER REFERENCES emp(id), hours INTEGER NOT NULL, kind TEXT);
CREATE TABLE log(a INTEGER, b INTEGER, c TEXT);
"""
BAG, SET = Semantics.BAG, Semantics.SET


@dataclass(frozen=True, slots=True)
class Textbook:
    """Two ways to say the same."""

    law: str
    left: str
    right: str
    semantics: Semantics = BAG


def pairs(semantics: Semantics, *texts: str) -> tuple[Textbook, ...]:
    """Return the pairs of a table of laws: one law a paragraph, its two queries on a line each."""
    blocks = ([line.strip() for line in text.strip().splitlines()] for text in texts)
    return tuple(Textbook(law, left, right, semantics) for law, left, right in blocks)


TEXTBOOK: tuple[Textbook, ...] = pairs(
    BAG,
    # Conditions
    """comparison turned round
    SELECT name FROM emp WHERE salary > 3
    SELECT name FROM emp WHERE 3 < salary""",
    """operands of AND swapped
    SELECT name FROM emp WHERE salary > 3 AND age < 9
    SELECT name FROM emp WHERE age < 9 AND salary > 3""",
    """De Morgan
    SELECT name FROM emp WHERE NOT (salary > 3 AND age < 9)
    SELECT name FROM emp WHERE salary <= 3 OR age >= 9""",
    """distribution of AND over OR
    SELECT name FROM emp WHERE age > 3 AND (salary = 1 OR city = 'x')
    SELECT name FROM emp WHERE (age > 3 AND salary = 1) OR (age > 3 AND city = 'x')""",
    """absorption
    SELECT name FROM emp WHERE age > 3 OR (age > 3 AND city = 'x')
    SELECT name FROM emp WHERE age > 3""",
    """an implied comparison
    SELECT name FROM emp WHERE age > 5 AND age > 3
    SELECT name FROM emp WHERE age > 5""",
    """a bound of integers
    SELECT name FROM emp WHERE age > 5
    SELECT name FROM emp WHERE age >= 6""",
    """BETWEEN
    SELECT name FROM emp WHERE age BETWEEN 3 AND 5
    SELECT name FROM emp WHERE age >= 3 AND age <= 5""",
    """IN as a list of equalities
    SELECT name FROM emp WHERE city IN ('x', 'y')
    SELECT name FROM emp WHERE city = 'y' OR city = 'x'""",
    """NOT IN as a list of inequalities
    SELECT name FROM emp WHERE city NOT IN ('x', 'y')
    SELECT name FROM emp WHERE city <> 'x' AND city <> 'y'""",
    """what a CHECK says
    SELECT name FROM emp WHERE age > 0
    SELECT name FROM emp""",
    """an equality carried over
    SELECT emp.id FROM emp, task WHERE emp.id = task.emp_id AND emp.id = 5
    SELECT emp.id FROM emp, task WHERE emp.id = 5 AND task.emp_id = 5""",
    """years of dates
    SELECT id FROM emp WHERE strftime('%Y', hired) = '2020'
    SELECT id FROM emp WHERE hired BETWEEN '2020-01-01' AND '2020-12-31'""",
    """arithmetic moved over a comparison
    SELECT id FROM emp WHERE age + 1 > 5
    SELECT id FROM emp WHERE age > 4""",
    """COALESCE as CASE
    SELECT COALESCE(salary, age) FROM emp
    SELECT CASE WHEN salary IS NULL THEN age ELSE salary END FROM emp""",
    """a condition that is never NULL
    SELECT id FROM emp WHERE salary = salary
    SELECT id FROM emp WHERE salary IS NOT NULL""",
    # Joins
    """join commuted
    SELECT e.name, d.name FROM emp e JOIN dept d ON e.dept_id = d.id
    SELECT e.name, d.name FROM dept d JOIN emp e ON d.id = e.dept_id""",
    """join associated
    SELECT t.id FROM (emp e JOIN dept d ON e.dept_id = d.id) JOIN task t ON t.emp_id = e.id WHERE d.budget > 1
    SELECT t.id FROM task t JOIN emp e ON t.emp_id = e.id JOIN dept d ON e.dept_id = d.id WHERE d.budget > 1""",
    """selection pushed below a join
    SELECT e.name FROM emp e JOIN dept d ON e.dept_id = d.id WHERE d.budget > 3
    SELECT e.name FROM emp e JOIN (SELECT * FROM dept WHERE budget > 3) d ON e.dept_id = d.id""",
    """projection pushed below a join
    SELECT e.name, d.budget FROM emp e JOIN dept d ON e.dept_id = d.id
    SELECT name, b FROM (SELECT name, dept_id FROM emp) JOIN (SELECT id, budget AS b FROM dept) d ON dept_id = d.id""",
    """comma join
    SELECT e.name FROM emp e JOIN dept d ON e.dept_id = d.id AND d.budget > 3
    SELECT e.name FROM emp e, dept d WHERE d.budget > 3 AND e.dept_id = d.id""",
    """join removed by a foreign key
    SELECT e.name FROM emp e JOIN dept d ON e.dept_id = d.id
    SELECT name FROM emp""",
    """nullable foreign key
    SELECT t.id FROM task t JOIN emp e ON t.emp_id = e.id
    SELECT id FROM task WHERE emp_id IS NOT NULL""",
    """self-join on a key
    SELECT a.name, b.salary FROM emp a JOIN emp b ON a.id = b.id
    SELECT name, salary FROM emp""",
    """outer join removed by a key
    SELECT t.id FROM task t LEFT JOIN emp e ON t.emp_id = e.id
    SELECT id FROM task""",
    """outer join with a condition on the optional side
    SELECT t.id FROM task t LEFT JOIN emp e ON t.emp_id = e.id WHERE e.age > 3
    SELECT t.id FROM task t JOIN emp e ON t.emp_id = e.id WHERE e.age > 3""",
    """outer join by a sure foreign key
    SELECT e.name, d.name FROM emp e LEFT JOIN dept d ON e.dept_id = d.id
    SELECT e.name, d.name FROM emp e JOIN dept d ON e.dept_id = d.id""",
    """right join as left join
    SELECT e.name, t.hours FROM task t RIGHT JOIN emp e ON t.emp_id = e.id
    SELECT e.name, t.hours FROM emp e LEFT JOIN task t ON t.emp_id = e.id""",
    """anti-join by outer join
    SELECT e.id FROM emp e LEFT JOIN task t ON t.emp_id = e.id WHERE t.id IS NULL
    SELECT id FROM emp e WHERE NOT EXISTS (SELECT 1 FROM task t WHERE t.emp_id = e.id)""",
    """condition of the optional side in ON
    SELECT e.id, t.id FROM emp e LEFT JOIN (SELECT * FROM task WHERE hours > 3) t ON t.emp_id = e.id
    SELECT e.id, t.id FROM emp e LEFT JOIN task t ON t.emp_id = e.id AND t.hours > 3""",
    # Subqueries
    """IN as EXISTS
    SELECT name FROM emp WHERE id IN (SELECT emp_id FROM task WHERE hours > 3)
    SELECT name FROM emp e WHERE EXISTS (SELECT * FROM task t WHERE t.emp_id = e.id AND t.hours > 3)""",
    """IN over a key as a join
    SELECT name FROM emp WHERE dept_id IN (SELECT id FROM dept WHERE budget > 3)
    SELECT e.name FROM emp e JOIN dept d ON d.id = e.dept_id WHERE d.budget > 3""",
    """EXISTS over a key as a join
    SELECT t.id FROM task t WHERE EXISTS (SELECT 1 FROM emp e WHERE e.id = t.emp_id AND e.age > 30)
    SELECT t.id FROM task t JOIN emp e ON e.id = t.emp_id WHERE e.age > 30""",
    """IN as a semi-join with DISTINCT
    SELECT name FROM emp WHERE id IN (SELECT emp_id FROM task)
    SELECT name FROM emp e JOIN (SELECT DISTINCT emp_id FROM task) t ON t.emp_id = e.id""",
    """NOT IN without NULLs as NOT EXISTS
    SELECT name FROM dept WHERE id NOT IN (SELECT dept_id FROM emp)
    SELECT name FROM dept d WHERE NOT EXISTS (SELECT 1 FROM emp e WHERE e.dept_id = d.id)""",
    """NOT IN with NULLs filtered as NOT EXISTS
    SELECT name FROM emp WHERE id NOT IN (SELECT emp_id FROM task WHERE emp_id IS NOT NULL)
    SELECT name FROM emp e WHERE NOT EXISTS (SELECT 1 FROM task t WHERE t.emp_id = e.id)""",
    """NOT IN as EXCEPT of keys
    SELECT id FROM dept WHERE id NOT IN (SELECT dept_id FROM emp)
    SELECT id FROM dept EXCEPT SELECT dept_id FROM emp""",
    """scalar subquery by a key as an outer join
    SELECT t.id, (SELECT e.name FROM emp e WHERE e.id = t.emp_id) FROM task t
    SELECT t.id, e.name FROM task t LEFT JOIN emp e ON e.id = t.emp_id""",
    """common table inlined
    WITH rich AS (SELECT * FROM emp WHERE salary > 5) SELECT name FROM rich WHERE age < 3
    SELECT name FROM emp WHERE salary > 5 AND age < 3""",
    """derived table flattened
    SELECT x.n FROM (SELECT name AS n, age + 1 AS a FROM emp) x WHERE x.a > 3
    SELECT name FROM emp WHERE age + 1 > 3""",
    """scalar maximum by order
    SELECT name FROM emp WHERE age = (SELECT MAX(age) FROM emp)
    SELECT name FROM emp WHERE age = (SELECT age FROM emp ORDER BY age DESC LIMIT 1)""",
    # Grouping
    """count with operands swapped
    SELECT COUNT(*) FROM emp WHERE age > 3 AND city = 'x'
    SELECT COUNT(*) FROM emp WHERE city = 'x' AND 3 < age""",
    """count of a column that is never NULL
    SELECT COUNT(name) FROM emp
    SELECT COUNT(*) FROM emp""",
    """count of a key without DISTINCT
    SELECT COUNT(DISTINCT id) FROM emp WHERE age > 3
    SELECT COUNT(id) FROM emp WHERE age > 3""",
    """count as a sum of cases
    SELECT COUNT(*) FROM emp WHERE age > 3
    SELECT COUNT(CASE WHEN age > 3 THEN 1 END) FROM emp""",
    """FILTER as CASE
    SELECT dept_id, COUNT(*) FILTER (WHERE age > 3) FROM emp GROUP BY dept_id
    SELECT dept_id, COUNT(CASE WHEN age > 3 THEN 1 END) FROM emp GROUP BY dept_id""",
    """SUM with FILTER as SUM of CASE
    SELECT dept_id, MAX(salary) FILTER (WHERE age > 3) FROM emp GROUP BY dept_id
    SELECT dept_id, MAX(CASE WHEN age > 3 THEN salary END) FROM emp GROUP BY dept_id""",
    """HAVING on a key as WHERE
    SELECT dept_id, COUNT(*) FROM emp GROUP BY dept_id HAVING dept_id > 3
    SELECT dept_id, COUNT(*) FROM emp WHERE dept_id > 3 GROUP BY dept_id""",
    """HAVING as an outer WHERE
    SELECT dept_id FROM emp GROUP BY dept_id HAVING COUNT(*) > 2
    SELECT dept_id FROM (SELECT dept_id, COUNT(*) AS n FROM emp GROUP BY dept_id) WHERE n >= 3""",
    """grouping by a key and what it decides
    SELECT d.name, COUNT(*) FROM dept d JOIN emp e ON e.dept_id = d.id GROUP BY d.id
    SELECT d.name, COUNT(*) FROM dept d JOIN emp e ON e.dept_id = d.id GROUP BY d.id, d.name""",
    """grouping by a foreign key or by what it refers to
    SELECT d.id, MAX(e.age) FROM dept d JOIN emp e ON e.dept_id = d.id GROUP BY d.id
    SELECT dept_id, MAX(age) FROM emp GROUP BY dept_id""",
    """DISTINCT as GROUP BY
    SELECT DISTINCT city, age FROM emp
    SELECT city, age FROM emp GROUP BY age, city""",
    """DISTINCT of a key
    SELECT DISTINCT id, city FROM emp
    SELECT id, city FROM emp""",
    """DISTINCT twice
    SELECT DISTINCT city FROM (SELECT DISTINCT city, age FROM emp)
    SELECT DISTINCT city FROM emp""",
    """count of DISTINCT values as a count of groups
    SELECT COUNT(DISTINCT dept_id) FROM emp
    SELECT COUNT(*) FROM (SELECT dept_id FROM emp GROUP BY dept_id)""",
    """sum of counts
    SELECT dept_id, SUM(n) FROM (SELECT dept_id, city, COUNT(*) AS n FROM emp GROUP BY dept_id, city) GROUP BY dept_id
    SELECT dept_id, COUNT(*) FROM emp GROUP BY dept_id""",
    """maximum of maxima
    SELECT MAX(m) FROM (SELECT dept_id, MAX(salary) AS m FROM emp GROUP BY dept_id)
    SELECT MAX(salary) FROM emp""",
    """grouping twice
    SELECT dept_id, MAX(m) FROM (SELECT dept_id, city, MAX(age) AS m FROM emp GROUP BY dept_id, city) GROUP BY dept_id
    SELECT dept_id, MAX(age) FROM emp GROUP BY dept_id""",
    """grouping by a key of the rows
    SELECT id, MAX(salary), COUNT(*) FROM emp GROUP BY id
    SELECT id, salary, 1 FROM emp""",
    """maximum by order
    SELECT MAX(age) FROM emp WHERE city = 'x' HAVING COUNT(*) > 0
    SELECT age FROM emp WHERE city = 'x' ORDER BY age DESC LIMIT 1""",
    """correlated count as a grouped outer join
    SELECT d.id, (SELECT COUNT(*) FROM emp e WHERE e.dept_id = d.id) FROM dept d
    SELECT d.id, COUNT(e.id) FROM dept d LEFT JOIN emp e ON e.dept_id = d.id GROUP BY d.id""",
    """count over a join with a sure partner
    SELECT COUNT(*) FROM emp e JOIN dept d ON e.dept_id = d.id
    SELECT COUNT(*) FROM emp""",
    """groups with at least one row
    SELECT d.id FROM dept d JOIN emp e ON e.dept_id = d.id GROUP BY d.id HAVING COUNT(*) >= 1
    SELECT d.id FROM dept d WHERE EXISTS (SELECT 1 FROM emp e WHERE e.dept_id = d.id)""",
    # Set operations
    """UNION of exclusive conditions
    SELECT id FROM emp WHERE age = 3 UNION ALL SELECT id FROM emp WHERE age = 4
    SELECT id FROM emp WHERE age = 3 OR age = 4""",
    """UNION of a key as OR
    SELECT id FROM emp WHERE age = 3 UNION SELECT id FROM emp WHERE city = 'x'
    SELECT id FROM emp WHERE age = 3 OR city = 'x'""",
    """UNION commuted
    SELECT city FROM emp UNION SELECT c FROM log
    SELECT c FROM log UNION SELECT city FROM emp""",
    """UNION ALL commuted
    SELECT age FROM emp UNION ALL SELECT a FROM log
    SELECT a FROM log UNION ALL SELECT age FROM emp""",
    """UNION with itself
    SELECT a, b FROM log UNION SELECT a, b FROM log
    SELECT DISTINCT a, b FROM log""",
    """INTERSECT with itself
    SELECT a FROM log INTERSECT SELECT a FROM log
    SELECT DISTINCT a FROM log""",
    """EXCEPT with itself
    SELECT a FROM log EXCEPT SELECT a FROM log
    SELECT a FROM log WHERE 1 = 0""",
    """INTERSECT as AND
    SELECT id FROM emp WHERE age > 3 INTERSECT SELECT id FROM emp WHERE city = 'x'
    SELECT id FROM emp WHERE age > 3 AND city = 'x'""",
    """EXCEPT as AND NOT
    SELECT id FROM emp WHERE age > 3 EXCEPT SELECT id FROM emp WHERE age > 5
    SELECT id FROM emp WHERE age > 3 AND age <= 5""",
    """INTERSECT as EXISTS
    SELECT age FROM emp INTERSECT SELECT hours FROM task
    SELECT DISTINCT age FROM emp WHERE EXISTS (SELECT 1 FROM task WHERE hours = age)""",
    """selection pushed below UNION ALL
    SELECT x FROM (SELECT age AS x FROM emp UNION ALL SELECT hours FROM task) WHERE x > 3
    SELECT age FROM emp WHERE age > 3 UNION ALL SELECT hours FROM task WHERE hours > 3""",
    # Order
    """unseen order
    SELECT name FROM emp ORDER BY age
    SELECT name FROM emp""",
    """order by a key, first row
    SELECT name FROM emp ORDER BY id LIMIT 1
    SELECT name FROM emp WHERE id = (SELECT MIN(id) FROM emp)""",
    """order in a subquery
    SELECT COUNT(*) FROM (SELECT id FROM emp ORDER BY age)
    SELECT COUNT(*) FROM emp""",
    # Windows
    """count over a partition as a correlated count
    SELECT id, COUNT(*) OVER (PARTITION BY dept_id) FROM emp
    SELECT id, (SELECT COUNT(*) FROM emp x WHERE x.dept_id = emp.dept_id) FROM emp""",
    """maximum over all rows as a subquery
    SELECT id, MAX(age) OVER () FROM emp
    SELECT id, (SELECT MAX(age) FROM emp) FROM emp""",
    """first of each partition by a key
    SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY dept_id ORDER BY id) AS n FROM emp) WHERE n = 1
    SELECT MIN(id) FROM emp GROUP BY dept_id""",
) + pairs(
    SET,
    """IN as a join
    SELECT e.id FROM emp e WHERE e.id IN (SELECT emp_id FROM task)
    SELECT e.id FROM emp e JOIN task t ON t.emp_id = e.id""",
    """EXISTS as a join
    SELECT d.name FROM dept d WHERE EXISTS (SELECT 1 FROM emp e WHERE e.dept_id = d.id AND e.age > 3)
    SELECT d.name FROM dept d, emp e WHERE e.dept_id = d.id AND e.age > 3""",
    """UNION as OR
    SELECT city FROM emp WHERE age = 3 UNION SELECT city FROM emp WHERE salary = 4
    SELECT city FROM emp WHERE age = 3 OR salary = 4""",
    """DISTINCT unseen
    SELECT DISTINCT city FROM emp
    SELECT city FROM emp""",
    """a repeated join
    SELECT a.a FROM log a JOIN log b ON a.a = b.a
    SELECT a FROM log WHERE a IS NOT NULL""",
)  # fmt: skip
