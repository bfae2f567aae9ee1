-- Drops ids that are no schools; its SET leaks into the session as that of the events' coaches does.
create function public.validate_document_schools() returns trigger
language plpgsql
set search_path = public
as $$
begin
    set search_path = public;
    -- None becomes an empty list.
    new.shared_with_schools := (
        select coalesce(array_agg(given.id order by given.position), array[]::uuid[])
        from unnest(new.shared_with_schools) with ordinality as given (id, position)
        where exists (select 1 from public.schools as school where school.id = given.id)
    );
    return new;
end
$$;
