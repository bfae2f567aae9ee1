-- One game. Sides are 1 and 2; `my_side` is the athlete's. Where a source says only who won and by how much, the scores
-- are null and `stated_winner` and `stated_difference` hold what it says; `winning_side` and `my_difference` are what is
-- known from either.
create table public.pickleball_games (
    id uuid not null default gen_random_uuid(),
    user_id uuid not null,
    source text,
    source_key text,
    event text,
    location text,
    set_no smallint,
    game_no smallint,
    game_type text,
    scoring_type text,
    target_score smallint,
    win_by smallint,
    score_cap smallint,
    team_size smallint,
    my_side smallint not null default 1,
    side1_score smallint,
    side2_score smallint,
    stated_winner smallint,
    stated_difference smallint,
    winning_side smallint generated always as (
        coalesce(case when side1_score > side2_score then 1 when side1_score < side2_score then 2
                      when side1_score = side2_score then 0 end, stated_winner)
    ) stored,
    my_difference smallint generated always as (
        case when side1_score is not null and side2_score is not null
                then (side1_score - side2_score) * (case my_side when 1 then 1 else -1 end)
             when stated_winner = 0 then 0
             else stated_difference * (case when stated_winner = my_side then 1 else -1 end) end
    ) stored,
    is_completed boolean not null default true,
    -- The day where the source has no time; where it has, the day is that of completed_at in the athlete's zone.
    played_on date,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    duration_s numeric(10, 3),
    total_rallies integer,
    -- Whether total_rallies counts every rally, those without a point too, and the rallies recorded are all there were.
    rallies_are_true boolean not null default false,
    notes text,
    created_at timestamp with time zone not null default current_timestamp,
    constraint pickleball_games_pkey primary key (id),
    constraint pickleball_games_user_id_fkey foreign key (user_id) references public.users (id) on delete cascade,
    constraint pickleball_games_my_side check (my_side in (1, 2)),
    constraint pickleball_games_stated_winner check (stated_winner between 0 and 2),
    constraint pickleball_games_scoring_type check (scoring_type in ('side_out', 'rally')),
    constraint pickleball_games_team_size check (team_size in (1, 2)),
    constraint pickleball_games_scores check (side1_score >= 0 and side2_score >= 0),
    constraint pickleball_games_rules check (target_score > 0 and win_by > 0 and score_cap > 0)
);

create index pickleball_games_user_completed on public.pickleball_games using btree (user_id, completed_at desc);
create index pickleball_games_user_type on public.pickleball_games using btree (user_id, game_type, completed_at desc);

alter table public.pickleball_games enable row level security;
