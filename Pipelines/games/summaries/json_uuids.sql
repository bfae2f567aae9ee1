-- summary: json_uuids
-- title: The ids of a JSON list; none for JSON's null, null where there is no list
-- kind: function
create function public.json_uuids(list jsonb)
returns uuid[]
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select case
        when list is null then null
        when list = 'null' then '{}'
        else array(select e.id::uuid from jsonb_array_elements_text(list) as e (id))
    end
$$;
