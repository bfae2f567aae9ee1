grant select, insert, delete on public.offers to scorebook_loader;
grant update (
    school_id, coach_id, offer_type, deadline_date, status, notes, scholarship_amount, scholarship_percentage,
    offer_date, conditions
) on public.offers to scorebook_loader;
grant select on public.offers to scorebook_owner;

create policy "scorebook reads offers of admitted owners" on public.offers for select to scorebook_loader
using (
    user_id in (select scorebook.admitted_owners())
    or family_unit_id in (select scorebook.admitted_families())
);

create policy "scorebook adds offers of admitted owners" on public.offers for insert to scorebook_loader
with check (
    user_id in (select scorebook.admitted_owners())
    and (family_unit_id is null or family_unit_id in (select scorebook.admitted_families()))
);

create policy "scorebook changes offers of admitted owners" on public.offers for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes offers of admitted owners" on public.offers for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose offers an id is" on public.offers for select to scorebook_owner
using (true);
