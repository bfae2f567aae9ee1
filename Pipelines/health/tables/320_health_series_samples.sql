-- The values of public.health_series, one by one: what the reader may see of that table.
create view public.health_series_samples with (security_invoker = true) as
select
    series.id as series_id, series.user_id, series.series_type as type, listed.reading as value, series.unit,
    listed.start_at, series.local_day, series.source, series.device, series.origin
from public.health_series as series
cross join lateral unnest(series.times, series.readings) as listed (start_at, reading);

revoke all on public.health_series_samples from public, anon, authenticated;
grant select on public.health_series_samples to authenticated, service_role;
