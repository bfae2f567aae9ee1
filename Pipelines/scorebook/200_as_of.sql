-- "Now", which tests and replays of old nights may set.
create function scorebook.as_of() returns timestamp with time zone
language sql stable
set search_path = ''
as $$
    select coalesce(nullif(current_setting('scorebook.as_of', true), '')::timestamp with time zone, now())
$$;

alter function scorebook.as_of() owner to scorebook_owner;
revoke all on function scorebook.as_of() from public;
grant execute on function scorebook.as_of() to scorebook_loader;
