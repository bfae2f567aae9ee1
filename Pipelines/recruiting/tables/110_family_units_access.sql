grant select, insert, delete on public.family_units to scorebook_loader;
grant update (
    family_name, family_code, code_generated_at, pending_player_details, created_by_user_id
) on public.family_units to scorebook_loader;
grant select on public.family_units to scorebook_owner;

create policy "scorebook reads families of admitted owners" on public.family_units for select to scorebook_loader
using (id in (select scorebook.admitted_families()));

create policy "scorebook adds families of admitted owners" on public.family_units for insert to scorebook_loader
with check (id in (select scorebook.admitted_families()));

create policy "scorebook changes families of admitted owners" on public.family_units for update to scorebook_loader
using (id in (select scorebook.admitted_families()))
with check (id in (select scorebook.admitted_families()));

create policy "scorebook removes families of admitted owners" on public.family_units for delete to scorebook_loader
using (id in (select scorebook.admitted_families()));

create policy "scorebook knows whose families an id is" on public.family_units for select to scorebook_owner
using (true);
