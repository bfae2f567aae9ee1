-- An account that is deleted takes with it what our private tables hold of the person. A rollback that removes an account
-- which an import made keeps them: the loader's session says so.
create function scorebook.forget_deleted_users() returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    person uuid;
begin
    if current_setting('scorebook.undoing', true) = 'on' and pg_has_role(session_user, 'scorebook_loader', 'member') then
        return null;
    end if;
    for person in select deleted.id from deleted loop
        perform scorebook.forget_owner(person);
        perform scorebook.forget_addresses(person);
    end loop;
    return null;
end
$$;

alter function scorebook.forget_deleted_users() owner to scorebook_owner;
revoke all on function scorebook.forget_deleted_users() from public;

create trigger scorebook_forget_deleted_users after delete on public.users
referencing old table as deleted
for each statement execute function scorebook.forget_deleted_users();
