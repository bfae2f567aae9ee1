create table public.parent_view_log (
    id uuid not null default gen_random_uuid(),
    parent_user_id uuid not null,
    athlete_id uuid not null,
    viewed_item_type character varying(50) not null,
    viewed_item_id uuid,
    viewed_at timestamp with time zone default now(),
    constraint parent_view_log_pkey primary key (id),
    constraint parent_must_be_parent check ((parent_user_id <> athlete_id)),
    constraint parent_view_log_athlete_id_fkey foreign key (athlete_id) references public.users (id) on delete cascade,
    constraint parent_view_log_parent_user_id_fkey foreign key (parent_user_id) references public.users (id) on delete cascade
);

create index idx_parent_view_athlete on public.parent_view_log using btree (athlete_id, viewed_at desc);
create index idx_parent_view_parent on public.parent_view_log using btree (parent_user_id, viewed_at desc);

comment on table public.parent_view_log is 'Track when parents view items for symmetric visibility';

alter table public.parent_view_log enable row level security;
grant all on public.parent_view_log to anon, authenticated, service_role;
