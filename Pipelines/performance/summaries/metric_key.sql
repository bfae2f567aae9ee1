-- summary: metric_key
-- title: The key of a metric that the athlete named
-- kind: function
create function public.metric_key(name text)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select regexp_replace(lower(regexp_replace(name, '^\s+|\s+$', '', 'g')), '\s+', '_', 'g')
$$;
