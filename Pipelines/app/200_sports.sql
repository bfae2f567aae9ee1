create table public.sports (
    id uuid not null default gen_random_uuid(),
    name character varying(100) not null,
    has_position_list boolean not null default true,
    display_order integer not null default 0,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    constraint sports_pkey primary key (id),
    constraint sports_name_key unique (name)
);

create index idx_sports_display_order on public.sports using btree (display_order);
create index idx_sports_has_position_list on public.sports using btree (has_position_list);

comment on table public.sports is 'Master list of sports available for player profiles';
comment on column public.sports.name is 'Sport name (e.g., "Baseball", "Soccer")';
comment on column public.sports.has_position_list is 'Whether sport uses standard position list (true) or free-text positions (false)';
comment on column public.sports.display_order is 'Order for display in UI dropdowns (ascending)';

alter table public.sports enable row level security;
grant all on public.sports to anon, authenticated, service_role;
