-- summary: seconds_of
-- title: How long several stretches of time are together, in seconds
-- kind: function
-- schema: summary
create function summary.seconds_of(stretches tstzmultirange)
returns numeric
language sql
immutable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select sum(extract(epoch from upper(part) - lower(part)))
    from unnest(stretches) as part
$$
