grant select, insert, update, delete on public.workout_sets to scorebook_loader;
grant select (id, user_id) on public.workout_sets to scorebook_owner;

create policy "scorebook reads sets of admitted owners" on public.workout_sets for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds sets of admitted owners" on public.workout_sets for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes sets of admitted owners" on public.workout_sets for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes sets of admitted owners" on public.workout_sets for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose workout sets an id is of" on public.workout_sets for select to scorebook_owner
using (true);
