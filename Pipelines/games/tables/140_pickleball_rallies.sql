-- One rally: who served, who won it, after how many shots and how it ended; the scores are those after it.
create table public.pickleball_rallies (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    game_id uuid not null,
    rally_no integer not null,
    serving_side smallint,
    server_number smallint,
    winning_side smallint,
    shots smallint,
    ended_by text,
    side1_score smallint,
    side2_score smallint,
    started_at timestamp with time zone,
    duration_s numeric(10, 3),
    created_at timestamp with time zone not null default current_timestamp,
    constraint pickleball_rallies_pkey primary key (id),
    constraint pickleball_rallies_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint pickleball_rallies_game_id_fkey foreign key (game_id) references public.pickleball_games (id) on delete cascade,
    constraint pickleball_rallies_rally_no check (rally_no > 0),
    constraint pickleball_rallies_serving_side check (serving_side in (1, 2)),
    constraint pickleball_rallies_server_number check (server_number in (1, 2)),
    constraint pickleball_rallies_winning_side check (winning_side in (1, 2)),
    constraint pickleball_rallies_shots check (shots >= 0)
);

create index pickleball_rallies_game on public.pickleball_rallies using btree (game_id, rally_no);
create index pickleball_rallies_user on public.pickleball_rallies using btree (user_id, game_id);

alter table public.pickleball_rallies enable row level security;
