-- summary: json_number
-- title: A number below a thousand million of a JSON document, also where it stands as text
-- kind: function
-- schema: summary
create function summary.json_number(value jsonb)
returns numeric
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 999999999
            then (value #>> '{}')::numeric
        when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\s*\d{1,9}(\.\d{1,9})?\s*$' then (value #>> '{}')::numeric
    end
$$;
