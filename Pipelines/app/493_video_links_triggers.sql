create trigger video_links_max5_trg before insert on public.video_links for each row execute function public.video_links_enforce_max5();
create trigger video_links_updated_at_trg before update on public.video_links for each row execute function public.video_links_set_updated_at();
