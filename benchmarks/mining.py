"""Mining times and memory: superhero, and a generated table of one million rows and twelve columns.

    python benchmarks/mining.py [--rows 1000000] [--database FILE]

Prints one line per database: seconds of CPU and wall time, the largest memory of the process, facts found.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUPERHERO = Path(__file__).parents[2] / "shared/data/bird/databases/superhero/superhero.sqlite"


def generate(path: Path, rows: int) -> None:
    """Write orders of shops: keys, a copied name, dates in order, amounts, a small domain, NULLs."""
    import apsw

    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = off; PRAGMA synchronous = off")
    connection.execute("CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT, city TEXT)")
    connection.execute(
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, shop_id INTEGER, shop_name TEXT, customer INTEGER, status TEXT, "
        "ordered DATE, shipped DATE, price REAL, amount INTEGER, total REAL, code TEXT, remark TEXT)"
    )
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
        "INSERT INTO shop SELECT i, 'shop ' || i, 'city ' || (i % 90) FROM n"
    )
    connection.execute(
        f"{numbers} INSERT INTO orders SELECT i, 1 + i * 7919 % 2000, 'shop ' || (1 + i * 7919 % 2000), "
        "i * 104729 % 250000, CASE i % 7 WHEN 0 THEN 'open' WHEN 1 THEN 'paid' ELSE 'sent' END, "
        "date('2001-01-01', (i % 7000) || ' days'), date('2001-01-01', (i % 7000 + i % 9) || ' days'), "
        "(i % 997) / 4.0, i % 13, (i % 997) / 4.0 * (i % 13), printf('A-%06d', i), "
        "CASE WHEN i % 3 THEN NULL ELSE 'remark ' || (i * 31 % 600000) END FROM n"
    )
    connection.close()


def measure(path: Path) -> str:
    """Mine a database in this process and say what it took."""
    from spotit.mine.mine_database import mine

    wall, cpu = time.perf_counter(), time.process_time()
    facts = mine(path)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rules = sum(1 for _ in facts.rules)
    return (
        f"{path.stem}: {sum(facts.tables.values())} rows, {cpu:.2f} s CPU, {wall:.2f} s, {memory:.0f} MB, "
        f"{rules} rules, {len(facts.facts) - rules} typical"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--database", type=Path)
    given = parser.parse_args()
    if given.database is not None:
        print(measure(given.database))
        return
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "orders.sqlite"
        generate(large, given.rows)
        for path in (SUPERHERO, large):
            if path.is_file():  # a process each, so that memory is that of one database
                subprocess.run([sys.executable, __file__, "--database", str(path)], check=True)


if __name__ == "__main__":
    main()
