create trigger push_on_notification_insert after insert on public.notifications for each row execute function public.trigger_push_notification();
