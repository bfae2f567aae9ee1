grant select, insert, delete on public.coaches to scorebook_loader;
grant update (
    school_id, role, first_name, last_name, email, phone, twitter_handle, instagram_handle, notes, last_contact_date,
    created_by, updated_by
) on public.coaches to scorebook_loader;
grant select on public.coaches to scorebook_owner;

create policy "scorebook reads coaches of admitted owners" on public.coaches for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds coaches of admitted owners" on public.coaches for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes coaches of admitted owners" on public.coaches for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes coaches of admitted owners" on public.coaches for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose coaches an id is" on public.coaches for select to scorebook_owner
using (true);
