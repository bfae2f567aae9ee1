grant select, insert, update, delete on public.workouts to scorebook_loader;
grant select (id, user_id) on public.workouts to scorebook_owner;

create policy "scorebook reads workouts of admitted owners" on public.workouts for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds workouts of admitted owners" on public.workouts for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes workouts of admitted owners" on public.workouts for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes workouts of admitted owners" on public.workouts for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose workouts an id is of" on public.workouts for select to scorebook_owner
using (true);
