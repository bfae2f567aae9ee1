create table public.positions (
    id uuid not null default gen_random_uuid(),
    sport_id uuid not null,
    name character varying(100) not null,
    display_order integer not null default 0,
    created_at timestamp with time zone default now(),
    updated_at timestamp with time zone default now(),
    constraint positions_pkey primary key (id),
    constraint positions_sport_id_name_key unique (sport_id, name),
    constraint positions_sport_id_fkey foreign key (sport_id) references public.sports (id) on delete cascade
);

create index idx_positions_display_order on public.positions using btree (sport_id, display_order);
create index idx_positions_sport_id on public.positions using btree (sport_id);

comment on table public.positions is 'Standard positions for sports with fixed position lists';
comment on column public.positions.sport_id is 'Foreign key to sports table';
comment on column public.positions.name is 'Position name (e.g., "Pitcher", "Goalkeeper")';
comment on column public.positions.display_order is 'Order for display in UI dropdowns (ascending)';

alter table public.positions enable row level security;
grant all on public.positions to anon, authenticated, service_role;
