-- An invented season of three athletes in which everything odd occurs: nothing known, ties, bounds, rows of one athlete that
-- hang on another's. Drawn by a hash, so that it is the same everywhere.
create schema season;
create function season.pick(seed text, among integer) returns integer language sql immutable as $$
    select ('x' || left(md5(seed), 7))::bit(28)::integer % among
$$;
create function season.one(seed text, variadic options text[]) returns text language sql immutable as $$
    select options[1 + season.pick(seed, cardinality(options))]
$$;
create function season.id(name text) returns uuid language sql immutable as $$ select md5(name)::uuid $$;
create view season.athletes as
select n, ('00000000-0000-4000-8000-00000000000' || n)::uuid as user_id,
    ('00000000-0000-4000-8000-0000000000f' || n)::uuid as family
from generate_series(1, 3) as n;
