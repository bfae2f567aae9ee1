create table public.performance_metrics (
    id uuid not null default extensions.uuid_generate_v4(),
    user_id uuid not null,
    recorded_date date not null,
    metric_type text not null,
    value numeric,
    unit text,
    event_id uuid,
    notes text,
    verified boolean default false,
    created_at timestamp with time zone default current_timestamp,
    family_unit_id uuid,
    display_value text,
    source text,
    is_primary boolean not null default false,
    constraint performance_metrics_pkey primary key (id),
    constraint performance_metrics_event_id_fkey foreign key (event_id) references public.events (id) on delete set null,
    constraint performance_metrics_family_unit_id_fkey foreign key (family_unit_id) references public.family_units (id) on delete cascade,
    constraint performance_metrics_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_performance_metrics_event_id on public.performance_metrics using btree (event_id);
create index idx_performance_metrics_family_unit_id on public.performance_metrics using btree (family_unit_id);
create index idx_performance_metrics_recorded_date on public.performance_metrics using btree (recorded_date desc);
create index idx_performance_metrics_user_id on public.performance_metrics using btree (user_id);
create index idx_performance_metrics_user_recorded on public.performance_metrics using btree (user_id, recorded_date desc);
create unique index performance_metrics_one_primary_per_user on public.performance_metrics using btree (user_id) where is_primary;

alter table public.performance_metrics enable row level security;
grant all on public.performance_metrics to anon, authenticated, service_role;
