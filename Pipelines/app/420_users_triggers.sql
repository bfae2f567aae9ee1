create trigger trg_enforce_minimum_age before insert or update on public.users for each row execute function public.enforce_minimum_age();
create trigger trg_enforce_minor_requires_invite before insert or update on public.users for each row execute function public.enforce_minor_requires_invite();
create trigger update_users_updated_at before update on public.users for each row execute function public.update_updated_at_column();
