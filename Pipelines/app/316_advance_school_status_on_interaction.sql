-- The first interaction makes a school "contacted", as of now and by whoever logged it, and says so in its history.
create function public.advance_school_status_on_interaction() returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
    previous public.school_status;
begin
    select school.status into previous from public.schools as school where school.id = new.school_id for update;
    if not found or coalesce(previous, 'researching') not in ('researching', 'interested') then
        return new;
    end if;
    update public.schools as school
    set status = 'contacted', status_changed_at = now(), updated_by = new.logged_by
    where school.id = new.school_id;
    insert into public.school_status_history (school_id, previous_status, new_status, changed_by, changed_at, notes)
    values (new.school_id, previous::text, 'contacted', new.logged_by, now(), 'Auto-advanced: interaction logged');
    return new;
end
$$;
