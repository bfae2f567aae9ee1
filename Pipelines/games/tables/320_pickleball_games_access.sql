-- The owner alone reads; only the loader, the app's server and the owner of the tables write.
revoke all on public.pickleball_games from public, anon, authenticated;
grant select on public.pickleball_games to authenticated;
grant all on public.pickleball_games to service_role;
create policy "Athletes see their own games" on public.pickleball_games
for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.pickleball_games', has_rows => true);
