create trigger trg_performance_metrics_derive_family_unit_id before insert or update on public.performance_metrics for each row execute function public.derive_family_unit_id();
