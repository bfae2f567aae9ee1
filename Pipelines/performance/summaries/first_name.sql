-- summary: first_name
-- title: The name by which a user is greeted: the first of the full name, or the first word of the email address
-- kind: function
create function public.first_name(full_name text, email text)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select coalesce(
        (regexp_match(full_name, '[^\s]+'))[1],
        initcap((regexp_match(split_part(email, '@', 1), '[^\s\d._+-]+'))[1]),
        nullif(split_part(email, '@', 1), ''))
$$;
