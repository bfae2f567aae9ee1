-- The owner alone reads; nobody but the loader, the app's server and the owner of the tables writes.
revoke all on public.pickleball_game_players from public, anon, authenticated;
grant select on public.pickleball_game_players to authenticated;
grant all on public.pickleball_game_players to service_role;
grant select, insert, update, delete on public.pickleball_game_players to scorebook_loader;
grant select (id, user_id) on public.pickleball_game_players to scorebook_owner;

create policy "Athletes see their own game players" on public.pickleball_game_players
for select to authenticated
using (user_id = (select auth.uid()));

create policy "scorebook reads game players of admitted owners" on public.pickleball_game_players
for select to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook adds game players of admitted owners" on public.pickleball_game_players
for insert to scorebook_loader
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook changes game players of admitted owners" on public.pickleball_game_players
for update to scorebook_loader
using (user_id in (select scorebook.admitted_owners()))
with check (user_id in (select scorebook.admitted_owners()));

create policy "scorebook removes game players of admitted owners" on public.pickleball_game_players
for delete to scorebook_loader
using (user_id in (select scorebook.admitted_owners()));

create policy "scorebook knows whose game players an id is of" on public.pickleball_game_players for select to scorebook_owner
using (true);
