-- Tests if the administrator, who owns the functions that look up addresses, can read all of auth.users.
create function scorebook.knows_addresses() returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    accounts constant regclass := to_regclass('auth.users');
begin
    return exists (
        select from pg_attribute as stored
        where stored.attrelid = accounts and stored.attname = 'email_confirmed_at' and not stored.attisdropped
    ) and has_table_privilege(accounts, 'select') and not row_security_active(accounts);
end
$$;

revoke all on function scorebook.knows_addresses() from public;
grant execute on function scorebook.knows_addresses() to scorebook_loader;
