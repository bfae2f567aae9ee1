-- The owners that this transaction has declared: `set local scorebook.owners = 'uuid,uuid'`. As `user_id in (select
-- scorebook.admitted_owners())` it is computed once a statement.
create function scorebook.admitted_owners() returns setof uuid
language sql stable rows 10
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select unnest(string_to_array(nullif(current_setting('scorebook.owners', true), ''), ','))::uuid
$$;

revoke all on function scorebook.admitted_owners() from public;
grant execute on function scorebook.admitted_owners() to scorebook_loader, scorebook_owner;
