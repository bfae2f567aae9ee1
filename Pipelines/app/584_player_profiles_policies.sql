create policy "player_profiles_insert" on public.player_profiles for insert to public
with check (auth.uid() = user_id);

create policy "player_profiles_select_own" on public.player_profiles for select to public
using (auth.uid() = user_id);

create policy "player_profiles_select_public" on public.player_profiles for select to public
using (is_published = true);

create policy "player_profiles_update" on public.player_profiles for update to public
using (auth.uid() = user_id)
with check (auth.uid() = user_id);
