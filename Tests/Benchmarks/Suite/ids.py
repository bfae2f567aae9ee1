"""What ids of rows cost the server's log and pages: random ones against those that keep an athlete's week together.

Both tables have the columns and indexes of the app's performance_metrics, without its triggers. A row's id is a hash (as
version 5 is) or begins with 32 bits of a hash of its owner and 16 of a hash of owner and week (as version 8 does).
"""
import place
from report import Measure

OWNERS = 2000
NIGHT = 500
HASHED = "md5(owner || '/' || day || '/' || n)"
FORMS = {
    "hashed": f"{HASHED}::uuid",
    "by owner and week": f"""
        (substr(md5('key' || owner), 1, 8) || substr(md5('key' || owner || '/' || day / 7), 1, 4) || '8'
         || substr({HASHED}, 1, 3) || '8' || substr({HASHED}, 4, 15))::uuid""",
}


def rows(form, owners, days, each):
    """A SELECT of rows of the owners' days, in the order in which nights bring them."""
    return f"""
        select id, ('00000000-0000-4000-8000-' || lpad(owner::text, 12, '0'))::uuid,
            (array['velocity', 'era', 'bat_speed', 'exit_velo'])[1 + n % 4], n % 97, 'mph', date '2020-01-01' + day,
            false, date '2020-01-01' + day
        from (
            select {FORMS[form]} as id, day, owner, n
            from generate_series({days}) as day, {owners} as owner, generate_series(1, {each}) as n
        ) as made"""


COLUMNS = "(id, user_id, metric_type, value, unit, recorded_date, verified, created_at)"


def fill(cluster, database, form, days):
    indexes = cluster.value(
        database, r"select string_agg(regexp_replace(indexdef, 'INDEX \S+ ON \S+', 'INDEX ON bench_ids'), '; ') from pg_indexes "
        "where schemaname = 'public' and tablename = 'performance_metrics' and indexdef !~ 'is_primary'")
    cluster.psql(
        database, "drop table if exists bench_ids",
        "create table bench_ids (like public.performance_metrics including defaults)",
        f"insert into bench_ids {COLUMNS} {rows(form, f'generate_series(1, {OWNERS})', f'1, {days}', 10)}",
        f"set maintenance_work_mem = '1GB'; {indexes}", "vacuum analyze bench_ids")


def night(cluster, database, form, owners, days, each):
    """Bytes of the log, and pages in it, of a row of one file after a checkpoint."""
    cluster.psql(database, "checkpoint")
    plan = cluster.value(
        database, f"explain (analyze, wal, costs off, timing off, summary off) insert into bench_ids {COLUMNS} "
        f"{rows(form, owners, days, each)} order by 1")
    line = next(line for line in plan.split("\n") if "WAL:" in line)
    facts = dict(fact.split("=") for fact in line.split("WAL:")[1].split())
    return int(facts["bytes"]) / NIGHT, int(facts.get("fpi", 0)) / NIGHT


def measure(cluster, quick):
    days = 50 if quick else 1000
    database = cluster.clone("scorebook")
    measures = []
    for form in FORMS:
        place.say(f"ids: {OWNERS * days * 10:,} rows, {form}")
        fill(cluster, database, form, days)
        cases = [
            ("one athlete's", "generate_series(7, 7)", f"{days + 1}, {days + 7}", NIGHT // 7 + 1),
            ("50 athletes'", "generate_series(3, 1963, 40)", f"{days + 1}, {days + 1}", 10),
        ]
        for word, owners, period, each in cases:
            size, pages = night(cluster, database, form, owners, period, each)
            measures.append(Measure.value(f"ids {form}: log of a row, {NIGHT} rows of {word} night", size, "B"))
            measures.append(Measure.value("  of it pages written whole", pages, "a row"))
        many = f"insert into bench_ids {COLUMNS} {rows(form, 'generate_series(1, 1000)', f'{days + 20}, {days + 20}', 200)} order by 1"
        seconds = cluster.psql(database, many).seconds
        measures.append(Measure.value(f"ids {form}: 200,000 rows of 1,000 athletes", 200_000 / seconds, "rows/s", more_is_better=True))
        cluster.psql(database, "drop table bench_ids")
    return measures
