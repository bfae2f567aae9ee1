-- summary: display_value
-- title: A value of a metric as the app shows it
-- kind: function
-- opens scorebook.metric_types: true
create function public.display_value(metric_type text, value numeric)
returns text
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select public.format_value(
        value,
        (select t.format_kind from scorebook.metric_types as t where t.key = metric_type),
        (select t.digits from scorebook.metric_types as t where t.key = metric_type),
        (select t.drop_leading_zero from scorebook.metric_types as t where t.key = metric_type))
$$;
