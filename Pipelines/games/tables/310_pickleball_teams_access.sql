-- The owner alone reads; nobody but the loader, the app's server and the owner of the tables writes.
revoke all on public.pickleball_teams from public, anon, authenticated;
grant select on public.pickleball_teams to authenticated;
grant all on public.pickleball_teams to service_role;
grant select, insert, update, delete on public.pickleball_teams to scorebook_loader;
grant select (id, user_id) on public.pickleball_teams to scorebook_owner;

create policy "Athletes see their own teams" on public.pickleball_teams
for select to authenticated
using (user_id = (select auth.uid()));

create policy "scorebook reads teams of admitted owners" on public.pickleball_teams
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds teams of admitted owners" on public.pickleball_teams
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes teams of admitted owners" on public.pickleball_teams
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes teams of admitted owners" on public.pickleball_teams
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose teams an id is of" on public.pickleball_teams for select to scorebook_owner
using (true);
