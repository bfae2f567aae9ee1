create trigger update_events_updated_at before update on public.events for each row execute function public.update_updated_at_column();
create trigger validate_event_coaches_insert before insert on public.events for each row execute function public.validate_event_coaches();
create trigger validate_event_coaches_update before update on public.events for each row execute function public.validate_event_coaches();
