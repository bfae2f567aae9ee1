-- A coach, profile or user on whom a row of the app's hangs is not taken back: that row would go with them. The loader
-- sees that there is one, and nothing else of it.
grant select (coach_id, profile_id) on public.profile_tracking_links to scorebook_loader;
grant select (profile_id) on public.profile_views to scorebook_loader;
grant select (user_id) on public.notifications to scorebook_loader;

create policy "scorebook sees what hangs on coaches and profiles" on public.profile_tracking_links
for select to scorebook_loader
using (true);

create policy "scorebook sees what hangs on profiles" on public.profile_views for select to scorebook_loader
using (true);

create policy "scorebook sees what hangs on users" on public.notifications for select to scorebook_loader
using (true);
