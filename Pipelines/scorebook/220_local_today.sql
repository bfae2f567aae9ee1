-- The day it is where this athlete lives.
create function scorebook.local_today(user_id uuid) returns date
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select (
        scorebook.as_of() at time zone coalesce(
            (select zones.zone from scorebook.user_zones as zones where zones.user_id = local_today.user_id),
            (select users.timezone from public.users as users where users.id = local_today.user_id),
            'UTC'
        )
    )::date
$$;

alter function scorebook.local_today(uuid) owner to scorebook_owner;
revoke all on function scorebook.local_today(uuid) from public;
grant execute on function scorebook.local_today(uuid) to scorebook_loader;
