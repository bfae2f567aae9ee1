-- Who plays in an athlete's games: the athlete and, by name, partners and opponents. Nothing else is kept of them.
create table public.pickleball_players (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    name text not null,
    is_self boolean not null default false,
    created_at timestamp with time zone not null default current_timestamp,
    constraint pickleball_players_pkey primary key (id),
    constraint pickleball_players_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint pickleball_players_name_length check (char_length(name) between 1 and 200)
);

create index pickleball_players_user on public.pickleball_players using btree (user_id, name);

alter table public.pickleball_players enable row level security;
