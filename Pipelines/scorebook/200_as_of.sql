-- "Now", which tests and replays of old nights may set.
create function scorebook.as_of() returns timestamp with time zone
language sql stable
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select coalesce(nullif(current_setting('scorebook.as_of', true), '')::timestamp with time zone, now())
$$;

revoke all on function scorebook.as_of() from public;
grant execute on function scorebook.as_of() to scorebook_loader, scorebook_owner;
