-- Fills family_unit_id where the writer left it: from the school, else the coach, else the document, else the user's only
-- family. Where that is ambiguous it stays empty, and no one sees the row.
create function public.derive_family_unit_id() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
    given jsonb;
    parent record;
    families uuid[];
begin
    if new.family_unit_id is not null then
        return new;
    end if;
    given := to_jsonb(new);
    for parent in
        select source.key_column, source.table_name
        from (values
            (1, 'school_id', 'public.schools'),
            (2, 'coach_id', 'public.coaches'),
            (3, 'document_id', 'public.documents')
        ) as source (position, key_column, table_name)
        order by source.position
    loop
        if given ->> parent.key_column is not null and to_regclass(parent.table_name) is not null then
            execute format('select origin.family_unit_id from %s as origin where origin.id = $1', parent.table_name)
            into new.family_unit_id
            using (given ->> parent.key_column)::uuid;
            if new.family_unit_id is not null then
                return new;
            end if;
        end if;
    end loop;
    select array_agg(distinct member.family_unit_id)
    into families
    from public.family_members as member
    where member.user_id = (given ->> 'user_id')::uuid;
    if cardinality(families) = 1 then
        new.family_unit_id := families[1];
    end if;
    return new;
end
$$;

revoke all on function public.derive_family_unit_id() from public, anon;
