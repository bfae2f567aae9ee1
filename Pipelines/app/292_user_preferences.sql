create table public.user_preferences (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    category text not null,
    data jsonb not null default '{}'::jsonb,
    created_at timestamp with time zone default current_timestamp,
    updated_at timestamp with time zone default current_timestamp,
    constraint user_preferences_pkey1 primary key (id),
    constraint user_preferences_user_id_category_key unique (user_id, category),
    constraint user_preferences_user_id_fkey1 foreign key (user_id) references public.users (id) on delete cascade
);

create index idx_user_preferences_category on public.user_preferences using btree (category);
create index idx_user_preferences_updated_at on public.user_preferences using btree (updated_at);
create index idx_user_preferences_user_id on public.user_preferences using btree (user_id);

alter table public.user_preferences enable row level security;
grant all on public.user_preferences to anon, authenticated, service_role;
