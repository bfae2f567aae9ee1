-- Who played on which side of a game; position 1 is the right-hand court at the game's start, where the source says.
create table public.pickleball_game_players (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    game_id uuid not null,
    player_id uuid not null,
    team_id uuid,
    side smallint not null,
    position smallint,
    created_at timestamp with time zone not null default current_timestamp,
    constraint pickleball_game_players_pkey primary key (id),
    constraint pickleball_game_players_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint pickleball_game_players_game_id_fkey foreign key (game_id) references public.pickleball_games (id) on delete cascade,
    constraint pickleball_game_players_player_id_fkey foreign key (player_id) references public.pickleball_players (id) on delete cascade,
    constraint pickleball_game_players_team_id_fkey foreign key (team_id) references public.pickleball_teams (id) on delete set null,
    constraint pickleball_game_players_side check (side in (1, 2)),
    constraint pickleball_game_players_position check (position in (1, 2))
);

create index pickleball_game_players_game on public.pickleball_game_players using btree (game_id);
create index pickleball_game_players_player on public.pickleball_game_players using btree (player_id, side);
create index pickleball_game_players_team on public.pickleball_game_players using btree (team_id) where team_id is not null;
create index pickleball_game_players_user on public.pickleball_game_players using btree (user_id, game_id);

alter table public.pickleball_game_players enable row level security;
