grant select, insert, update, delete on public.workout_exercises to scorebook_loader;
grant select (id, user_id) on public.workout_exercises to scorebook_owner;

create policy "scorebook reads exercises of admitted owners" on public.workout_exercises for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds exercises of admitted owners" on public.workout_exercises for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes exercises of admitted owners" on public.workout_exercises for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes exercises of admitted owners" on public.workout_exercises for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose workout exercises an id is of" on public.workout_exercises for select to scorebook_owner
using (true);
