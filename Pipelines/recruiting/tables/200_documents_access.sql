grant select, insert, delete on public.documents to scorebook_loader;
grant update (
    type, title, description, file_url, file_type, version, school_id, is_current, shared_with_schools, uploaded_by,
    last_health_check, health_status
) on public.documents to scorebook_loader;
grant select on public.documents to scorebook_owner;

create policy "scorebook reads documents of admitted owners" on public.documents for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds documents of admitted owners" on public.documents for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes documents of admitted owners" on public.documents for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes documents of admitted owners" on public.documents for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose documents an id is" on public.documents for select to scorebook_owner
using (true);
