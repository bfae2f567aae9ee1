-- summary: exercise_key
-- title: What an exercise is counted under: its one name, whatever the case
-- kind: function
create function public.exercise_key(name text)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select regexp_replace(lower(regexp_replace(name, '^\s+|\s+$', '', 'g')), '\s+', ' ', 'g')
$$;
