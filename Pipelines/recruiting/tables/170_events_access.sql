grant select, insert, delete on public.events to scorebook_loader;
grant update (
    school_id, type, name, location, start_date, end_date, coaches_present, performance_notes, stats_recorded, cost,
    registered, attended, created_by, updated_by, start_time, end_time, checkin_time, url, description, event_source,
    address, city, state
) on public.events to scorebook_loader;

create policy "scorebook adds events of admitted owners" on public.events for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes events of admitted owners" on public.events for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes events of admitted owners" on public.events for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose events an id is" on public.events for select to scorebook_owner
using (true);

call scorebook.show_rows('public.events', family => 'family_unit_id');
call scorebook.show_keys('public.events');
