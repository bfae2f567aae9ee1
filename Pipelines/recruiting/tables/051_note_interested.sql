-- Notes of the schools that are staged which of them are "interested", with nothing said to them so far. A plan notes nothing.
create function scorebook.note_interested(noted uuid[], others uuid[]) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if pg_catalog.current_setting('transaction_read_only') = 'on' then
        return;
    end if;
    delete from scorebook.interested_schools as school where school.school_id = any (others);
    insert into scorebook.interested_schools (school_id)
    select school.id from pg_catalog.unnest(noted) as school (id)
    on conflict do nothing;
end
$$;

revoke all on function scorebook.note_interested(uuid[], uuid[]) from public;
grant execute on function scorebook.note_interested(uuid[], uuid[]) to scorebook_loader;
