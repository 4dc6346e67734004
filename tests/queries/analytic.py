"""Analytical queries as long reports use them: CTE chains, windows over groups, series, percentiles, split lists."""

from __future__ import annotations

SCHEMAS = {
    "shop": """
        CREATE TABLE client (client_id TEXT, region TEXT, joined DATE);
        CREATE TABLE sale (sale_id INTEGER, client_id TEXT, status TEXT, bought DATETIME);
        CREATE TABLE line (sale_id INTEGER, item_no INTEGER, price REAL, qty INTEGER);
    """,
    "bank": """
        CREATE TABLE account (account_id INTEGER PRIMARY KEY, owner TEXT, opened DATE);
        CREATE TABLE move (move_id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES account(account_id),
            kind TEXT, amount INTEGER, day DATE);
    """,
    "league": """
        CREATE TABLE team (id INTEGER, name TEXT);
        CREATE TABLE game (id INTEGER, home_id INTEGER, away_id INTEGER, home_goals INTEGER, away_goals INTEGER,
            season TEXT);
    """,
    "notes": """
        CREATE TABLE note (note_id INTEGER, author TEXT, tags TEXT, score INTEGER);
        CREATE TABLE tag (tag TEXT, label TEXT);
        CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, boss_id INTEGER, pay INTEGER);
    """,
}

CASES: tuple[tuple[str, str, str], ...] = (
    (
        "recency, frequency and money in quartiles",
        "shop",
        """
        WITH r AS (SELECT client_id, MAX(bought) AS last, NTILE(4) OVER (ORDER BY MAX(bought) DESC) AS recency
                   FROM sale WHERE status = 'done' GROUP BY client_id),
             f AS (SELECT client_id, COUNT(*) AS n, NTILE(4) OVER (ORDER BY COUNT(*) DESC, client_id) AS freq
                   FROM sale WHERE status = 'done' GROUP BY client_id),
             m AS (SELECT s.client_id, SUM(l.price * l.qty) AS spent
                   FROM sale s JOIN line l ON l.sale_id = s.sale_id GROUP BY s.client_id)
        SELECT r.recency, CASE WHEN f.freq + r.recency <= 3 THEN 'good' WHEN f.freq = 4 THEN 'lost' END AS bucket,
               AVG(m.spent / f.n)
        FROM r JOIN f USING (client_id) JOIN m USING (client_id) GROUP BY 1, 2 ORDER BY 1
        """,
    ),
    (
        "days without a sale, from a recursive calendar",
        "shop",
        """
        WITH RECURSIVE days(d) AS (SELECT '2020-02-26' UNION ALL SELECT date(d, '+1 day') FROM days
                                   WHERE d < '2020-03-02')
        SELECT d, COUNT(s.sale_id) AS n FROM days LEFT JOIN sale s ON date(s.bought) = d GROUP BY d
        HAVING COUNT(s.sale_id) = 0
        """,
    ),
    (
        "months of a series with the sales of each",
        "shop",
        """
        WITH RECURSIVE m(first) AS (SELECT '2019-11-01' UNION ALL SELECT date(first, '+1 month') FROM m
                                    WHERE first < '2020-02-01'),
        totals AS (SELECT strftime('%Y-%m', bought) AS ym, COUNT(*) AS n FROM sale GROUP BY ym)
        SELECT strftime('%Y-%m', m.first), IFNULL(t.n, 0) FROM m LEFT JOIN totals t
          ON t.ym = strftime('%Y-%m', m.first) ORDER BY 1
        """,
    ),
    (
        "pivot by month with CASE sums",
        "shop",
        """
        SELECT c.region,
               SUM(CASE WHEN strftime('%m', s.bought) = '01' THEN l.qty ELSE 0 END) AS jan,
               SUM(CASE WHEN strftime('%m', s.bought) = '02' THEN l.qty ELSE 0 END) AS feb,
               ROUND(100.0 * SUM(CASE WHEN s.status = 'done' THEN 1 ELSE 0 END) / COUNT(*), 2) AS share
        FROM client c JOIN sale s ON s.client_id = c.client_id JOIN line l ON l.sale_id = s.sale_id
        GROUP BY c.region
        """,
    ),
    (
        "average gap between purchases by julianday",
        "shop",
        """
        WITH steps AS (SELECT client_id, bought, LAG(bought) OVER (PARTITION BY client_id ORDER BY bought) AS before
                       FROM sale)
        SELECT client_id, ROUND(AVG(julianday(bought) - julianday(before)), 1) AS gap, COUNT(*) AS n
        FROM steps WHERE before IS NOT NULL GROUP BY client_id HAVING COUNT(*) > 1
        """,
    ),
    (
        "cohorts by month of the first purchase",
        "shop",
        """
        WITH firsts AS (SELECT client_id, MIN(strftime('%Y-%m', bought)) AS cohort FROM sale GROUP BY client_id),
        activity AS (SELECT DISTINCT s.client_id, strftime('%Y-%m', s.bought) AS ym FROM sale s)
        SELECT f.cohort, a.ym, COUNT(DISTINCT a.client_id) AS active,
               ROUND(COUNT(DISTINCT a.client_id) * 1.0
                     / (SELECT COUNT(*) FROM firsts g WHERE g.cohort = f.cohort), 3) AS kept
        FROM firsts f JOIN activity a ON a.client_id = f.client_id GROUP BY f.cohort, a.ym
        """,
    ),
    (
        "the best-selling item of each region",
        "shop",
        """
        WITH sold AS (SELECT c.region, l.item_no, SUM(l.qty) AS n,
                             RANK() OVER (PARTITION BY c.region ORDER BY SUM(l.qty) DESC) AS place
                      FROM client c JOIN sale s USING (client_id) JOIN line l USING (sale_id)
                      WHERE s.status <> 'cancelled' GROUP BY c.region, l.item_no)
        SELECT region, item_no, n FROM sold WHERE place = 1 ORDER BY region, item_no
        """,
    ),
    (
        "pareto: items that make up the first part of the turnover",
        "shop",
        """
        WITH turnover AS (SELECT item_no, SUM(price * qty) AS t FROM line GROUP BY item_no),
        running AS (SELECT item_no, t, SUM(t) OVER (ORDER BY t DESC, item_no) AS upto, SUM(t) OVER () AS whole
                    FROM turnover)
        SELECT item_no FROM running WHERE upto - t < 0.8 * whole
        """,
    ),
    (
        "growth of each year over the one before",
        "shop",
        """
        WITH y AS (SELECT CAST(strftime('%Y', bought) AS INTEGER) AS year, COUNT(*) AS n FROM sale GROUP BY 1)
        SELECT a.year, a.n, a.n - b.n AS more, ROUND((a.n - b.n) * 100.0 / b.n, 2) AS percent
        FROM y a LEFT JOIN y b ON b.year = a.year - 1 ORDER BY a.year
        """,
    ),
    (
        "weeks before and after a day",
        "shop",
        """
        WITH w AS (SELECT CAST(ROUND((julianday(bought) - julianday('2020-03-15')) / 7.0) AS INTEGER) AS week, sale_id
                   FROM sale)
        SELECT SUM(CASE WHEN week BETWEEN -4 AND -1 THEN 1 END) AS before,
               SUM(CASE WHEN week BETWEEN 0 AND 3 THEN 1 END) AS after FROM w
        """,
    ),
    (
        "running balance by month",
        "bank",
        """
        WITH signed AS (SELECT account_id, strftime('%Y-%m', day) AS ym,
                               SUM(CASE WHEN kind = 'in' THEN amount ELSE -amount END) AS net
                        FROM move GROUP BY account_id, ym)
        SELECT account_id, ym, SUM(net) OVER (PARTITION BY account_id ORDER BY ym
                                              ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS balance
        FROM signed
        """,
    ),
    (
        "moving average over three days",
        "bank",
        """
        WITH daily AS (SELECT day, SUM(amount) AS total FROM move GROUP BY day)
        SELECT day, ROUND(AVG(total) OVER (ORDER BY day ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 2) AS smooth,
               total - LAG(total, 1, 0) OVER (ORDER BY day) AS change
        FROM daily
        """,
    ),
    (
        "median by row numbers",
        "bank",
        """
        WITH ordered AS (SELECT account_id, amount, ROW_NUMBER() OVER (PARTITION BY account_id ORDER BY amount) AS rn,
                                COUNT(*) OVER (PARTITION BY account_id) AS n FROM move WHERE amount IS NOT NULL)
        SELECT account_id, AVG(amount * 1.0) AS median FROM ordered
        WHERE rn IN ((n + 1) / 2, (n + 2) / 2) GROUP BY account_id
        """,
    ),
    (
        "slope of a regression line",
        "bank",
        """
        WITH p AS (SELECT account_id AS x, amount AS y FROM move WHERE kind = 'in'),
        s AS (SELECT COUNT(*) AS n, SUM(x) AS sx, SUM(y) AS sy, SUM(x * y) AS sxy, SUM(x * x) AS sxx FROM p)
        SELECT CASE WHEN n * sxx - sx * sx = 0 THEN NULL ELSE (n * sxy - sx * sy) * 1.0 / (n * sxx - sx * sx) END
        FROM s
        """,
    ),
    (
        "streaks: islands of consecutive moves",
        "bank",
        """
        WITH marked AS (SELECT move_id, kind, ROW_NUMBER() OVER (ORDER BY move_id)
                               - ROW_NUMBER() OVER (PARTITION BY kind ORDER BY move_id) AS island FROM move)
        SELECT kind, COUNT(*) AS length, MIN(move_id) AS start FROM marked GROUP BY kind, island
        ORDER BY length DESC, start LIMIT 2
        """,
    ),
    (
        "accounts above the average of their year of opening",
        "bank",
        """
        WITH sums AS (SELECT a.account_id, strftime('%Y', a.opened) AS y, TOTAL(m.amount) AS t
                      FROM account a LEFT JOIN move m ON m.account_id = a.account_id GROUP BY a.account_id)
        SELECT s.account_id FROM sums s
        WHERE s.t > (SELECT AVG(o.t) FROM sums o WHERE o.y = s.y)
        """,
    ),
    (
        "tiles named by a CASE",
        "bank",
        """
        WITH t AS (SELECT account_id, SUM(amount) AS s, NTILE(3) OVER (ORDER BY SUM(amount), account_id) AS third
                   FROM move GROUP BY account_id)
        SELECT CASE third WHEN 1 THEN 'low' WHEN 2 THEN 'middle' ELSE 'high' END AS name, MIN(s), MAX(s), COUNT(*)
        FROM t GROUP BY name
        """,
    ),
    (
        "share of the total and its rank",
        "bank",
        """
        SELECT owner, SUM(amount) AS s, ROUND(SUM(amount) * 100.0 / SUM(SUM(amount)) OVER (), 1) AS share,
               DENSE_RANK() OVER (ORDER BY SUM(amount) DESC) AS place
        FROM account JOIN move USING (account_id) GROUP BY owner
        """,
    ),
    (
        "table of a league by points",
        "league",
        """
        WITH results AS (
          SELECT home_id AS team_id, CASE WHEN home_goals > away_goals THEN 3 WHEN home_goals = away_goals THEN 1
                 ELSE 0 END AS points, home_goals - away_goals AS diff FROM game WHERE season = '2019/20'
          UNION ALL
          SELECT away_id, CASE WHEN away_goals > home_goals THEN 3 WHEN home_goals = away_goals THEN 1 ELSE 0 END,
                 away_goals - home_goals FROM game WHERE season = '2019/20')
        SELECT t.name, SUM(r.points) AS p, SUM(r.diff) AS d FROM results r JOIN team t ON t.id = r.team_id
        GROUP BY t.name ORDER BY p DESC, d DESC
        """,
    ),
    (
        "toppers of several columns in one list",
        "league",
        """
        WITH stats AS (SELECT t.id, t.name, SUM(g.home_goals) AS goals, COUNT(*) AS games
                       FROM team t JOIN game g ON g.home_id = t.id GROUP BY t.id, t.name)
        SELECT 'goals' AS what, name, goals AS n FROM stats WHERE goals = (SELECT MAX(goals) FROM stats)
        UNION ALL SELECT 'games', name, games FROM stats WHERE games = (SELECT MAX(games) FROM stats)
        """,
    ),
    (
        "the teams that met most often, either way round",
        "league",
        """
        SELECT MIN(home_id, away_id) AS a, MAX(home_id, away_id) AS b, COUNT(*) AS n FROM game
        WHERE home_id <> away_id GROUP BY a, b ORDER BY n DESC, a, b LIMIT 1
        """,
    ),
    (
        "the best season of each team, with the gap to the second",
        "league",
        """
        WITH s AS (SELECT home_id, season, SUM(home_goals) AS g FROM game GROUP BY home_id, season),
        ranked AS (SELECT home_id, season, g, ROW_NUMBER() OVER (PARTITION BY home_id ORDER BY g DESC, season) AS rn,
                          LEAD(g) OVER (PARTITION BY home_id ORDER BY g DESC, season) AS second FROM s)
        SELECT t.name, r.season, r.g, r.g - COALESCE(r.second, 0) AS gap
        FROM ranked r JOIN team t ON t.id = r.home_id WHERE r.rn = 1
        """,
    ),
    (
        "comma lists split by a recursive CTE",
        "notes",
        """
        WITH RECURSIVE split(note_id, part, rest) AS (
          SELECT note_id, '', tags || ',' FROM note WHERE tags IS NOT NULL
          UNION ALL
          SELECT note_id, TRIM(SUBSTR(rest, 1, INSTR(rest, ',') - 1)), SUBSTR(rest, INSTR(rest, ',') + 1)
          FROM split WHERE rest <> '')
        SELECT g.label, COUNT(*) AS n FROM split s JOIN tag g ON g.tag = s.part WHERE s.part <> ''
        GROUP BY g.label ORDER BY n DESC
        """,
    ),
    (
        "name in two parts by INSTR and SUBSTR",
        "notes",
        """
        SELECT DISTINCT SUBSTR(author, 1, INSTR(author, ' ') - 1) AS first,
               UPPER(SUBSTR(author, INSTR(author, ' ') + 1)) AS last, LENGTH(REPLACE(author, ' ', '')) AS letters
        FROM note WHERE INSTR(author, ' ') > 0
        """,
    ),
    (
        "levels of an organisation and the pay below each boss",
        "notes",
        """
        WITH RECURSIVE tree(top, id, level) AS (
          SELECT staff_id, staff_id, 0 FROM staff WHERE boss_id IS NULL
          UNION ALL SELECT t.top, s.staff_id, t.level + 1 FROM tree t JOIN staff s ON s.boss_id = t.id
          WHERE t.level < 3)
        SELECT t.top, MAX(t.level) AS depth, SUM(s.pay) AS pay FROM tree t JOIN staff s ON s.staff_id = t.id
        GROUP BY t.top
        """,
    ),
    (
        "percentile by CUME_DIST and the values at the quarter",
        "notes",
        """
        WITH d AS (SELECT author, score, CUME_DIST() OVER (ORDER BY score) AS upto,
                          PERCENT_RANK() OVER (PARTITION BY author ORDER BY score) AS below FROM note
                   WHERE score IS NOT NULL)
        SELECT author, MIN(CASE WHEN upto >= 0.25 THEN score END) AS quarter, MAX(below) FROM d GROUP BY author
        """,
    ),
    (
        "first and last of each author's notes, as text",
        "notes",
        """
        SELECT DISTINCT author,
               FIRST_VALUE(score) OVER w || ' to ' || LAST_VALUE(score) OVER w AS span,
               CAST(ROUND(AVG(score) OVER (PARTITION BY author)) AS INTEGER) AS mean
        FROM note WHERE score IS NOT NULL
        WINDOW w AS (PARTITION BY author ORDER BY score, note_id
                     ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
        """,
    ),
)
