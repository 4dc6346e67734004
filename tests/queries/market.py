"""More analytical queries: numbers and days hidden in text, terms of office, averages that move, forecasts."""

from __future__ import annotations

SCHEMAS = {
    "market": """
        CREATE TABLE price (ticker TEXT, noted TEXT, price REAL, volume TEXT);
        CREATE TABLE trade (member TEXT, ticker TEXT, kind TEXT, quantity REAL, at TEXT);
        CREATE TABLE pay (company TEXT, salary TEXT, place TEXT);
        CREATE TABLE term (person TEXT, started DATE, ended DATE, state TEXT);
        CREATE TABLE stock (product_id INTEGER, month DATE, qty INTEGER);
    """,
}

CASES: tuple[tuple[str, str, str], ...] = (
    (
        "volumes with a letter for thousands and millions",
        "market",
        """
        WITH v AS (SELECT ticker, noted, CASE WHEN volume LIKE '%K' THEN CAST(REPLACE(volume, 'K', '') AS REAL) * 1000
                            WHEN volume LIKE '%M' THEN CAST(REPLACE(volume, 'M', '') AS REAL) * 1000000
                            WHEN volume = '-' THEN 0 ELSE CAST(volume AS REAL) END AS amount FROM price),
        p AS (SELECT ticker, noted, amount, LAG(amount) OVER (PARTITION BY ticker ORDER BY noted) AS before
              FROM v WHERE amount <> 0)
        SELECT ticker, noted, ROUND((amount - before) * 100.0 / before, 2) FROM p
        """,
    ),
    (
        "days written the other way round",
        "market",
        """
        SELECT DATE(SUBSTR(noted, 7, 4) || '-' || SUBSTR(noted, 4, 2) || '-' || SUBSTR(noted, 1, 2)) AS day, AVG(price)
        FROM price GROUP BY day
        """,
    ),
    (
        "net quantity by year, ranked",
        "market",
        """
        WITH y AS (SELECT member, strftime('%Y', at) AS year, SUM(CASE WHEN kind = 'BUY' THEN quantity ELSE 0 END)
                          - SUM(CASE WHEN kind = 'SELL' THEN quantity ELSE 0 END) AS net
                   FROM trade WHERE ticker = 'BTC' GROUP BY member, year)
        SELECT year, member, net, RANK() OVER (PARTITION BY year ORDER BY net DESC) FROM y
        """,
    ),
    (
        "salaries cleaned of their signs",
        "market",
        """
        WITH n AS (SELECT company, place,
                          CAST(REPLACE(REPLACE(REPLACE(salary, '/yr', ''), '$', ''), '/mo', '') AS INTEGER)
                          * CASE WHEN salary LIKE '%/mo' THEN 12 ELSE 1 END AS s FROM pay),
        a AS (SELECT place, company, AVG(s) AS mean, ROW_NUMBER() OVER (PARTITION BY place ORDER BY AVG(s) DESC) AS rn
              FROM n GROUP BY place, company)
        SELECT place, company, mean, (SELECT AVG(s) FROM n) FROM a WHERE rn <= 2
        """,
    ),
    (
        "who is still there after some years",
        "market",
        """
        WITH first AS (SELECT person, MIN(started) AS f FROM term GROUP BY person),
        years AS (SELECT 0 AS p UNION ALL SELECT 1 UNION ALL SELECT 2)
        SELECT y.p, COUNT(DISTINCT t.person) * 1.0 / (SELECT COUNT(*) FROM first)
        FROM years y LEFT JOIN first ON 1 = 1 LEFT JOIN term t ON t.person = first.person
          AND CAST(strftime('%Y', t.started) AS INT) <= CAST(strftime('%Y', first.f) AS INT) + y.p
          AND CAST(strftime('%Y', t.ended) AS INT) >= CAST(strftime('%Y', first.f) AS INT) + y.p
        GROUP BY y.p
        """,
    ),
    (
        "in office at the end of a year",
        "market",
        """
        WITH RECURSIVE yr(y) AS (SELECT 1999 UNION ALL SELECT y + 1 FROM yr WHERE y < 2003)
        SELECT t.state, yr.y, COUNT(DISTINCT t.person) FROM term t
        JOIN yr ON DATE(yr.y || '-12-31') BETWEEN t.started AND t.ended GROUP BY t.state, yr.y
        """,
    ),
    (
        "years of service with parts of months and days",
        "market",
        """
        SELECT person, ROUND(SUM((strftime('%Y', ended) - strftime('%Y', started))
                 + (strftime('%m', ended) - strftime('%m', started)) / 12.0
                 + (strftime('%d', ended) - strftime('%d', started)) / 365.0), 2) AS span,
               CAST(MAX(julianday(ended) - julianday(started)) / 365.25 AS INTEGER) AS longest
        FROM term GROUP BY person
        """,
    ),
    (
        "centred moving average",
        "market",
        """
        WITH q AS (SELECT product_id, month, SUM(qty) AS s FROM stock GROUP BY product_id, month),
        a AS (SELECT product_id, month, s, ROW_NUMBER() OVER (PARTITION BY product_id ORDER BY month) AS t,
                     AVG(s) OVER (PARTITION BY product_id ORDER BY month ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x,
                     AVG(s) OVER (PARTITION BY product_id ORDER BY month ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING) AS y
              FROM q)
        SELECT product_id, month, CASE WHEN t BETWEEN 2 AND 4 THEN s / ((x + y) / 2) END FROM a
        """,
    ),
    (
        "forecast by a regression over days",
        "market",
        """
        WITH d AS (SELECT CAST(julianday(month) - julianday('2020-01-01') AS INTEGER) AS x, SUM(qty) AS y
                   FROM stock GROUP BY month),
        s AS (SELECT AVG(x) AS mx, AVG(y) AS my FROM d),
        b AS (SELECT SUM((d.x - s.mx) * (d.y - s.my)) / SUM((d.x - s.mx) * (d.x - s.mx)) AS slope FROM d, s)
        SELECT ROUND(s.my + b.slope * (10 - s.mx), 2) FROM s, b
        """,
    ),
    (
        "ten years from each year on",
        "market",
        """
        WITH y AS (SELECT DISTINCT CAST(strftime('%Y', started) AS INTEGER) AS yr FROM term),
        f AS (SELECT CAST(strftime('%Y', started) AS INTEGER) AS yr FROM term)
        SELECT y.yr, COUNT(*) AS n FROM y JOIN f ON f.yr BETWEEN y.yr AND y.yr + 9
        GROUP BY y.yr ORDER BY n DESC, y.yr LIMIT 1
        """,
    ),
)
