-- Drops ids that are no coaches. As in the live database its SET leaks into the session, beyond the transaction's end;
-- the function's own setting is undone on return, the inner SET is what remains.
create function public.validate_event_coaches() returns trigger
language plpgsql
set search_path = public
as $$
begin
    set search_path = public;
    -- None becomes an empty list.
    if to_regclass('public.coaches') is not null then
        execute
            'select coalesce(array_agg(given.id order by given.position), array[]::uuid[])'
            ' from unnest($1) with ordinality as given (id, position)'
            ' where exists (select 1 from public.coaches as coach where coach.id = given.id)'
        into new.coaches_present
        using new.coaches_present;
    end if;
    return new;
end
$$;
