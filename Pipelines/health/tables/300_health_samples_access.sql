-- Health is the athlete's own: nobody else reads it, not even the family.
create policy "Users can view their own samples" on public.health_samples for select to authenticated
using (user_id = (select auth.uid()));

grant select, insert, update, delete on public.health_samples to scorebook_loader;
grant select (id, user_id) on public.health_samples to scorebook_owner;

create policy "scorebook reads samples of admitted owners" on public.health_samples
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds samples of admitted owners" on public.health_samples
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes samples of admitted owners" on public.health_samples
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes samples of admitted owners" on public.health_samples
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose health samples an id is of" on public.health_samples for select to scorebook_owner
using (true);
