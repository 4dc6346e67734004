"""Calls of every SQL function over one table, by the names of their records."""

from __future__ import annotations

from spotit.dialect.functions import Function, FunctionKind

DDL = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL, doc TEXT, n INTEGER, x REAL, d DATE, s DATETIME)"

CALLS: dict[str, tuple[str, ...]] = {
    # text
    "lower": ("lower(a)", "lower(d)", "lower(n)"),
    "upper": ("upper(a)", "upper(a || b)", "upper(x)"),
    "trim": ("trim(a)", "trim(a, 'ab')", "trim(d, '-')", "trim(a, b)"),
    "ltrim": ("ltrim(a)", "ltrim(a, '0a')", "ltrim(n, '-')"),
    "rtrim": ("rtrim(a)", "rtrim(a, ' b')", "rtrim(s, ':')"),
    "substr": ("substr(a, 2)", "substr(a, -2, 1)", "substr(d, 1, 7)", "substr(a, n)", "substr(n, 1, 1)"),
    "replace": ("replace(a, 'a', 'bb')", "replace(d, '-', '')", "replace(a, b, '-')"),
    "instr": ("instr(a, 'b')", "instr(a, b)", "instr(d, '-')", "instr(n, 1)"),
    "length": ("length(a)", "length(n)", "length(d)", "length(a || n)", "length(x)"),
    "octet_length": ("octet_length(a)", "octet_length(n)", "octet_length(d)"),
    "concat": ("concat(a, b)", "concat(a, n)", "concat(NULL, a)"),
    "concat_ws": ("concat_ws('-', a, b)", "concat_ws(a, b, 1)", "concat_ws(NULL, a)"),
    # patterns
    "like": ("like('a%', a)", "a LIKE '_b%'", "a LIKE b", "a NOT LIKE '%e%' ESCAPE 'e'", "d LIKE '2%-01'", "n LIKE 1"),
    "glob": ("glob('a*', a)", "a GLOB '[a-c]?*'", "a GLOB b", "d GLOB '*-0[1-3]'"),
    # numbers
    "abs": ("abs(n)", "abs(x)", "abs(a)"),
    "round": ("round(x)", "round(x, 1)", "round(n, 2)", "round(a)", "round(x, n)"),
    "sign": ("sign(n)", "sign(x)", "sign(a)"),
    "ceil": ("ceil(x)", "ceil(n)", "ceil(a)"),
    "floor": ("floor(x)", "floor(n)", "floor(a)"),
    "trunc": ("trunc(x)", "trunc(n)", "trunc(a)"),
    "max": ("max(n, x)", "max(a, b)", "max(n, 1, x)"),
    "min": ("min(n, x)", "min(a, b)", "min(n, 1, x)"),
    # mathematics
    "pi": ("pi()",),
    "sqrt": ("sqrt(n)", "sqrt(x)", "sqrt(a)"),
    "pow": ("pow(n, 2)", "pow(x, 2)", "pow(a, 2)"),
    "mod": ("mod(n, 3)", "mod(x, 2.5)", "mod(n, x)"),
    "exp": ("exp(n)", "exp(x)"),
    "ln": ("ln(n)", "ln(x)"),
    "log": ("log(n)", "log(2, x)"),
    "log10": ("log10(n)", "log10(a)"),
    "log2": ("log2(n)", "log2(x)"),
    "degrees": ("degrees(n)", "degrees(x)"),
    "radians": ("radians(n)", "radians(a)"),
    "sin": ("sin(n)", "sin(x)"),
    "cos": ("cos(n)", "cos(x)"),
    "tan": ("tan(n)", "tan(x)"),
    "asin": ("asin(n)", "asin(x / 10)"),
    "acos": ("acos(n)", "acos(x / 10)"),
    "atan": ("atan(n)", "atan(x)"),
    "atan2": ("atan2(n, 2)", "atan2(x, n)"),
    "sinh": ("sinh(n)", "sinh(x)"),
    "cosh": ("cosh(n)", "cosh(x)"),
    "tanh": ("tanh(n)", "tanh(x)"),
    "asinh": ("asinh(n)", "asinh(x)"),
    "acosh": ("acosh(n)", "acosh(x)"),
    "atanh": ("atanh(x / 100)",),
    # dates
    "date": ("date(d)", "date(s, '+1 month')", "date(a)", "date('now')", "date()"),
    "time": ("time(s)", "time(d, '+90 minutes')", "time(a)"),
    "datetime": ("datetime(s)", "datetime(d, 'start of year')", "datetime(a)"),
    "julianday": ("julianday(d)", "julianday(s) - julianday(d)", "julianday(a)"),
    "unixepoch": ("unixepoch(s)", "unixepoch(a)", "unixepoch(d, '-1 day')"),
    "strftime": ("strftime('%Y-%j', d)", "strftime('%H:%M', s, '+1 hour')", "strftime('%d', a)", "strftime(b, d)"),
    "timediff": ("timediff(a, '2000-02-29')", "timediff('now', a)"),
    # choice
    "coalesce": ("coalesce(a, n, 'z')", "coalesce(x, n)"),
    "ifnull": ("ifnull(a, b)", "ifnull(n, x)"),
    "iif": ("iif(n, a, b)", "iif(n > 1, 1, x < 0, 2, 3)", "iif(a, 1)"),
    "nullif": ("nullif(a, b)", "nullif(n, x)"),
    "likely": ("likely(n > 1)",),
    "unlikely": ("unlikely(a)",),
    "likelihood": ("likelihood(n, 0.5)",),
    # conversion
    "printf": ("printf('%s-%d', a, n)", "printf('%.2f', x)", "printf('%5.1f|%-4s', x, a)", "printf('%x %q', n, a)"),
    "typeof": ("typeof(a)", "typeof(n)", "typeof(x)", "typeof(n / 2.0)", "typeof(coalesce(n, a))"),
    "quote": ("quote(a)", "quote(n)", "quote(d)"),
    "hex": ("hex(a)", "hex(n)"),
    "unhex": ("hex(unhex(a))", "unhex(hex(a))", "unhex(a, ' ')"),
    "char": ("char(n + 64)", "char(a)", "char(65, n)"),
    "unicode": ("unicode(a)", "unicode(n)"),
    "unistr": ("unistr(b || 'x')",),
    "unistr_quote": ("unistr_quote(a)", "unistr_quote(n)"),
    "zeroblob": ("length(zeroblob(n % 4))", "zeroblob(2)"),
    "sqlite_version": ("sqlite_version()", "a = sqlite_version()"),
    "sqlite_source_id": ("sqlite_source_id()",),
    # JSON
    "json": ("json(doc)", "json('[1, 2]')"),
    "->": ("doc -> 'a'", "doc -> '$.b.c'", "doc -> 0"),
    "->>": ("doc ->> 'a'", "doc ->> '$.b.c[0]'", "n = (doc ->> 'a')", "(doc ->> 'a') || a"),
    "json_extract": ("json_extract(doc, '$.a')", "json_extract(doc, '$.a', '$.b')", "n = json_extract(doc, '$.a')"),
    "json_type": ("json_type(doc)", "json_type(doc, '$.a')"),
    "json_array_length": ("json_array_length(doc)", "json_array_length(doc, '$.b.c')"),
    "json_valid": ("json_valid(doc)", "json_valid(doc, 2)", "json_valid(a)"),
    "json_error_position": ("json_error_position(doc)", "json_error_position(a)"),
    "json_quote": ("json_quote(a)", "json_quote(n)"),
    "json_pretty": ("json_pretty(doc)", "json_pretty(doc, ' ')"),
    "json_array": ("json_array(a, n)", "json_array(n, x, d)", "json_array()"),
    "json_object": ("json_object('a', a, 'n', n)", "json_object()"),
    "json_insert": ("json_insert(doc, '$.a', n)", "json_insert(doc, '$.z', a)"),
    "json_replace": ("json_replace(doc, '$.a', n)", "json_replace(doc, '$.a', json('[1]'))"),
    "json_set": ("json_set(doc, '$.a', a)", "json_set(doc, '$.z', n)"),
    "json_array_insert": ("json_array_insert(doc, '$[0]', n)",),
    "json_remove": ("json_remove(doc, '$.a')", "json_remove(doc)"),
    "json_patch": ("json_patch(doc, '{\"a\":null}')", "json_patch(doc, doc)"),
    "jsonb": ("jsonb(doc)", "json(jsonb(doc))"),
    "jsonb_extract": ("jsonb_extract(doc, '$.a')",),
    "jsonb_array": ("jsonb_array(a, 1)", "json(jsonb_array(a, 1))"),
    "jsonb_object": ("jsonb_object('a', a)",),
    "jsonb_insert": ("jsonb_insert(doc, '$.a', 1)",),
    "jsonb_replace": ("jsonb_replace(doc, '$.a', 1)",),
    "jsonb_set": ("jsonb_set(doc, '$.a', 1)",),
    "jsonb_array_insert": ("jsonb_array_insert(doc, '$[0]', 1)",),
    "jsonb_remove": ("jsonb_remove(doc, '$.a')",),
    "jsonb_patch": ("jsonb_patch(doc, '{\"a\":2}')",),
    "json_each": ("json_each(doc)", "json_each(doc, '$.b.c')"),
    "json_tree": ("json_tree(doc)", "json_tree(doc, '$.b')"),
    # aggregates
    "count": ("count(*)", "count(a)", "count(DISTINCT n)"),
    "sum": ("sum(n)", "sum(x)", "sum(a)", "sum(DISTINCT n)"),
    "total": ("total(n)", "total(x)", "total(a)"),
    "avg": ("avg(n)", "avg(x)", "avg(DISTINCT n)"),
    "group_concat": ("group_concat(a ORDER BY id)", "group_concat(n, '; ' ORDER BY n, id)"),
    "string_agg": ("string_agg(a, '; ' ORDER BY id)",),
    "json_group_array": ("json_group_array(a ORDER BY id)", "json_group_array(n ORDER BY id)"),
    "json_group_object": ("json_group_object(b, n ORDER BY id)",),
    # windows
    "row_number": ("row_number()",),
    "rank": ("rank()",),
    "dense_rank": ("dense_rank()",),
    "percent_rank": ("percent_rank()",),
    "cume_dist": ("cume_dist()",),
    "ntile": ("ntile(2)",),
    "lag": ("lag(a)", "lag(n, 2)", "lag(n, 1, 'none')"),
    "lead": ("lead(a)", "lead(x, 2, n)"),
    "first_value": ("first_value(a)",),
    "last_value": ("last_value(n)",),
    "nth_value": ("nth_value(n, 2)",),
}
_EXTREMES = {"max": ("max(n)", "max(a)", "max(x)"), "min": ("min(n)", "min(a)", "min(DISTINCT x)")}
"""The aggregates that share their names with scalar functions."""
_WINDOWS = (
    "(ORDER BY id)",
    "(PARTITION BY n ORDER BY id DESC)",
    "(ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
)


def calls_of(function: Function) -> tuple[str, ...]:
    """Return the calls of one function."""
    aggregate = function.kind is FunctionKind.AGGREGATE
    return _EXTREMES[function.name] if aggregate and function.name in _EXTREMES else CALLS.get(function.name, ())


def queries_of(function: Function) -> list[str]:
    """Return queries that call one function, by each of its names."""
    found = [query for call in calls_of(function) for query in _queries(call, function.kind)]
    named = [found[0].replace(f"{function.name}(", f"{alias}(") for alias in function.aliases if found]
    return found + named


def _queries(call: str, kind: FunctionKind) -> list[str]:
    match kind:
        case FunctionKind.SCALAR:
            return [f"SELECT id, {call} FROM t"]
        case FunctionKind.TABLE:
            return [f"SELECT t.id, e.key, e.value FROM t, {call} AS e"]
        case FunctionKind.WINDOW:
            return [f"SELECT id, {call} OVER {window} FROM t" for window in _WINDOWS]
        case FunctionKind.AGGREGATE:
            over = [] if "ORDER BY" in call or "DISTINCT" in call else [f"SELECT id, {call} OVER {_WINDOWS[0]} FROM t"]
            return [f"SELECT {call} FROM t", f"SELECT n, {call} FROM t GROUP BY n", *over]
