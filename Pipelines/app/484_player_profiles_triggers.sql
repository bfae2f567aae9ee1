create trigger player_profiles_updated_at before update on public.player_profiles for each row execute function public.set_player_profiles_updated_at();
