create policy "profile_views_select" on public.profile_views for select to public
using (profile_id in ( select player_profiles.id
    from public.player_profiles
    where (player_profiles.user_id = auth.uid())));
