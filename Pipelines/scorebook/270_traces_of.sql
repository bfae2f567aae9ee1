-- Rows of our private tables in which a person is still named, by id or by the whole address: the proof of an erasure. Rows
-- that are another person's are not searched. The stored summaries count too once the account is gone; before that they hold
-- what the app itself has of the person.
create function scorebook.traces_of(erased uuid, mail text)
returns table (relation text, count bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    addresses text[] := array(
        select noted.address from scorebook.owner_addresses as noted where noted.owner = erased
        union
        select lower(mail) where mail like '%_@_%'
    );
    is_gone boolean := not exists (select from public.users as person where person.id = erased);
    body text;
    whose text;
begin
    for relation, body, whose in
        select format('%I.%I', space.nspname, stored.relname),
            case stored.oid
                when 'scorebook.rejects'::regclass then 'concat_ws('' '', stored, encode(stored.raw, ''escape''))'
                else 'stored::text'
            end,
            case
                when stored.oid = 'scorebook.units'::regclass
                    then 'coalesce(stored.owner_scope, '''') in ('''', ''payload'', ''erased'', $1::text)'
                when owned.attnum is null then 'true'
                else 'stored.owner is null or stored.owner = $1'
            end
        from pg_class as stored
        join pg_namespace as space on space.oid = stored.relnamespace
        left join pg_attribute as owned
            on owned.attrelid = stored.oid and owned.attname = 'owner' and owned.atttypid = 'uuid'::regtype
        where stored.relkind = 'r' and (space.nspname = 'scorebook' or space.nspname = 'summary' and is_gone)
        order by 1
    loop
        execute format(
            'select count(*) from %s as stored where (%s) and scorebook.names_person(%s, $1, $2)', relation, whose, body)
        into count using erased, addresses;
        if count > 0 then
            return next;
        end if;
    end loop;
end
$$;

alter function scorebook.traces_of(uuid, text) owner to scorebook_owner;
revoke all on function scorebook.traces_of(uuid, text) from public;
grant execute on function scorebook.traces_of(uuid, text) to scorebook_loader;
