-- The guard: while a load is quiet, what the app's triggers would tell the family and send to telephones is dropped. Only
-- who is of the loader's role can be quiet; the app's own notifications pass.
create function scorebook.keep_quiet() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if pg_catalog.current_setting('scorebook.quiet', true) = 'on'
        and pg_catalog.pg_has_role(session_user, 'scorebook_loader', 'member')
    then
        return null;
    end if;
    return new;
end
$$;

alter function scorebook.keep_quiet() owner to scorebook_owner;
revoke all on function scorebook.keep_quiet() from public;

create trigger scorebook_keep_quiet before insert on public.notifications
for each row execute function scorebook.keep_quiet();
