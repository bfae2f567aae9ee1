create trigger trg_user_preferences_sync_player after insert or update of data, category on public.user_preferences for each row execute function public.sync_player_prefs_to_users();
create trigger update_user_preferences_updated_at_trigger before update on public.user_preferences for each row execute function public.update_user_preferences_updated_at();
