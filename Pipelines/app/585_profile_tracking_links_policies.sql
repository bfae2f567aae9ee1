create policy "profile_tracking_links_select" on public.profile_tracking_links for select to public
using (profile_id in ( select player_profiles.id
    from public.player_profiles
    where (player_profiles.user_id = auth.uid())));
