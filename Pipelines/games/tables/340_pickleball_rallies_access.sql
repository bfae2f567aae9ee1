-- The owner alone reads; nobody but the loader, the app's server and the owner of the tables writes.
revoke all on public.pickleball_rallies from public, anon, authenticated;
grant select on public.pickleball_rallies to authenticated;
grant all on public.pickleball_rallies to service_role;
grant select, insert, update, delete on public.pickleball_rallies to scorebook_loader;
grant select (id, user_id) on public.pickleball_rallies to scorebook_owner;

create policy "Athletes see their own rallies" on public.pickleball_rallies
for select to authenticated
using (user_id = (select auth.uid()));

create policy "scorebook reads rallies of admitted owners" on public.pickleball_rallies
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds rallies of admitted owners" on public.pickleball_rallies
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes rallies of admitted owners" on public.pickleball_rallies
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes rallies of admitted owners" on public.pickleball_rallies
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose rallies an id is of" on public.pickleball_rallies for select to scorebook_owner
using (true);
