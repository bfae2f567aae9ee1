-- The owner alone reads; nobody but the loader, the app's server and the owner of the tables writes.
revoke all on public.pickleball_games from public, anon, authenticated;
grant select on public.pickleball_games to authenticated;
grant all on public.pickleball_games to service_role;
grant select, insert, update, delete on public.pickleball_games to scorebook_loader;
grant select (id, user_id) on public.pickleball_games to scorebook_owner;

create policy "Athletes see their own games" on public.pickleball_games
for select to authenticated
using (user_id = (select auth.uid()));

create policy "scorebook reads games of admitted owners" on public.pickleball_games
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds games of admitted owners" on public.pickleball_games
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes games of admitted owners" on public.pickleball_games
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes games of admitted owners" on public.pickleball_games
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose games an id is of" on public.pickleball_games for select to scorebook_owner
using (true);
