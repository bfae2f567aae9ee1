-- Rows of our private tables in which a person's id or email still stands anywhere: the proof of an erasure. The stored
-- summaries count too once the account is gone; before that they hold what the app itself has of the person.
create function scorebook.traces_of(erased uuid, mail text)
returns table (relation text, count bigint)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
    words text[] := array_remove(array[erased::text, nullif(mail, '')], null);
    patterns text[] := array(
        select '%' || replace(replace(replace(form, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(words) as word
        -- Bytes are shown in hexadecimal.
        cross join lateral unnest(array[word, encode(convert_to(word, 'UTF8'), 'hex')]) as form
    );
    is_gone boolean := not exists (select from public.users as person where person.id = erased);
begin
    for relation in
        select format('%I.%I', space.nspname, stored.relname)
        from pg_class as stored
        join pg_namespace as space on space.oid = stored.relnamespace
        where stored.relkind = 'r' and (space.nspname = 'scorebook' or space.nspname = 'summary' and is_gone)
        order by 1
    loop
        execute format('select count(*) from %s as stored where stored::text ilike any ($1)', relation)
        into count using patterns;
        if count > 0 then
            return next;
        end if;
    end loop;
end
$$;

alter function scorebook.traces_of(uuid, text) owner to scorebook_owner;
revoke all on function scorebook.traces_of(uuid, text) from public;
grant execute on function scorebook.traces_of(uuid, text) to scorebook_loader;
