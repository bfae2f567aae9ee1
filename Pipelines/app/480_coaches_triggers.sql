create trigger trg_coaches_derive_family_unit_id before insert or update on public.coaches for each row execute function public.derive_family_unit_id();
create trigger update_coaches_updated_at before update on public.coaches for each row execute function public.update_updated_at_column();
