-- The owner alone reads; only the loader, the app's server and the owner of the tables write.
revoke all on public.pickleball_game_players from public, anon, authenticated;
grant select on public.pickleball_game_players to authenticated;
grant all on public.pickleball_game_players to service_role;
create policy "Athletes see their own game players" on public.pickleball_game_players
for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.pickleball_game_players');
