create table public.plain_metrics (
    id uuid primary key,
    user_id uuid not null,
    metric_type text not null,
    value numeric not null,
    unit text,
    recorded_date date not null,
    event_id uuid,
    verified boolean,
    notes text,
    created_at timestamp with time zone,
    updated_at timestamp with time zone,
    constraint plain_metrics_metric_type_check check (metric_type <> '' and length(metric_type) <= 100)
);

create index plain_metrics_user_recorded on public.plain_metrics using btree (user_id, recorded_date);
grant select, insert, update, delete on public.plain_metrics to scorebook_loader;
