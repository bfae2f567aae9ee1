create trigger trg_schools_derive_family_unit_id before insert or update on public.schools for each row execute function public.derive_family_unit_id();
create trigger update_schools_updated_at before update on public.schools for each row execute function public.update_updated_at_column();
