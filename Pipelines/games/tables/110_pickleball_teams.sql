-- Teams by the names that an athlete's sources give them.
create table public.pickleball_teams (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    team_name text not null,
    created_at timestamp with time zone not null default current_timestamp,
    constraint pickleball_teams_pkey primary key (id),
    constraint pickleball_teams_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint pickleball_teams_team_name_length check (char_length(team_name) between 1 and 200)
);

create index pickleball_teams_user on public.pickleball_teams using btree (user_id, team_name);

alter table public.pickleball_teams enable row level security;
