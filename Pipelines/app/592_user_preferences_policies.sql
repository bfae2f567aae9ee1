create policy "Family can insert player-owned prefs" on public.user_preferences for insert to public
with check ((category = any (array['player'::text, 'location'::text, 'school'::text])) and public.can_access_family_player_prefs(user_id));

create policy "Family can update player-owned prefs" on public.user_preferences for update to public
using ((category = any (array['player'::text, 'location'::text, 'school'::text])) and public.can_access_family_player_prefs(user_id))
with check ((category = any (array['player'::text, 'location'::text, 'school'::text])) and public.can_access_family_player_prefs(user_id));

create policy "Family can view player-owned prefs" on public.user_preferences for select to public
using ((category = any (array['player'::text, 'location'::text, 'school'::text])) and public.can_access_family_player_prefs(user_id));

create policy "Users can delete their own preferences" on public.user_preferences for delete to public
using (auth.uid() = user_id);

create policy "Users can insert their own preferences" on public.user_preferences for insert to public
with check (auth.uid() = user_id);

create policy "Users can update their own preferences" on public.user_preferences for update to public
using (auth.uid() = user_id);

create policy "Users can view their own preferences" on public.user_preferences for select to public
using (auth.uid() = user_id);
