-- The owner alone reads; only the loader, the app's server and the owner of the tables write.
revoke all on public.pickleball_rallies from public, anon, authenticated;
grant select on public.pickleball_rallies to authenticated;
grant all on public.pickleball_rallies to service_role;
create policy "Athletes see their own rallies" on public.pickleball_rallies
for select to authenticated
using (user_id = (select auth.uid()));

call scorebook.admit_table('public.pickleball_rallies', has_rows => true);
