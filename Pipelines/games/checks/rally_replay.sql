-- Plays the games of this unit again, rally by rally. A rally's server follows from the rally before it, the score from
-- all before it; so every rally is held against its neighbour, and the last against the game's score.
--
--     side-out   the server's side scores; lost by server 1 of a pair: server 2 serves; else the other side's server 1;
--                a pair's first service turn of a game has only server 2 (0-0-2)
--     rally      whoever wins the rally scores and serves
--
-- A game whose rallies_are_true is false has rallies that nobody saw: its known rallies are compared where they are
-- neighbours, and lead to no score.
with games as (
    select game.*
    from known_pickleball_games as game
    where game.scoring_type is not null
        and (
            game.record is not null
            or game.id in (select rally.game_id from known_pickleball_rallies as rally where rally.record is not null)
        )
), rallies as (
    select
        rally.record, rally.game_id, rally.rally_no, rally.serving_side, rally.winning_side,
        rally.side1_score, rally.side2_score,
        game.team_size, game.scoring_type, game.target_score, game.win_by, game.score_cap,
        game.side1_score as final1, game.side2_score as final2,
        game.total_rallies, coalesce(game.rallies_are_true, false) as is_whole,
        case when game.team_size = 1 then 1 else rally.server_number end as server_number,
        case when rally.winning_side = 1 and (game.scoring_type = 'rally' or rally.serving_side = 1) then 1 else 0 end
            as point1,
        case when rally.winning_side = 2 and (game.scoring_type = 'rally' or rally.serving_side = 2) then 1 else 0 end
            as point2
    from games as game
    join known_pickleball_rallies as rally on rally.game_id = game.id
), played as (
    select
        rally.*,
        row_number() over game as place,
        count(*) over (partition by rally.game_id) as recorded,
        bool_and(rally.winning_side is not null and rally.serving_side is not null)
            over (partition by rally.game_id) as is_told,
        sum(rally.point1) over game as score1,
        sum(rally.point2) over game as score2,
        lag(rally.rally_no) over game as last_no,
        lag(rally.serving_side) over game as last_side,
        lag(rally.server_number) over game as last_number,
        lag(rally.winning_side) over game as last_winner,
        lag(rally.side1_score) over game as last1,
        lag(rally.side2_score) over game as last2
    from rallies as rally
    window game as (partition by rally.game_id order by rally.rally_no, rally.record)
), expected as (
    select
        played.*,
        played.last_no = played.rally_no - 1 as follows,
        case
            when played.scoring_type = 'rally' then played.last_winner
            when played.last_winner = played.last_side then played.last_side
            when played.last_number = 2 or played.team_size = 1 then 3 - played.last_side
            when played.last_number = 1 then played.last_side
        end as next_side,
        case
            when played.scoring_type = 'rally' then null
            when played.last_winner = played.last_side then played.last_number
            when played.last_number = 2 or played.team_size = 1 then 1
            when played.last_number = 1 then 2
        end as next_number,
        greatest(played.score1 - played.point1, played.score2 - played.point2) as high_before,
        abs(played.score1 - played.point1 - played.score2 + played.point2) as lead_before
    from played
), faults as (
    select record, game_id, 'rally_no' as field
    from expected
    where rally_no = last_no or (is_whole and (rally_no <> place or recorded <> coalesce(total_rallies, recorded)))
    union all
    select record, game_id, 'serving_side'
    from expected
    where follows and serving_side <> next_side
    union all
    select record, game_id, 'server_number'
    from expected
    where follows and server_number <> next_number
        or is_whole and rally_no = 1 and scoring_type = 'side_out' and team_size = 2 and server_number <> 2
    union all
    select record, game_id, 'side1_score'
    from expected
    where is_whole and is_told and (side1_score <> score1 or side2_score <> score2)
        or follows and serving_side is not null and winning_side is not null
            and (side1_score - last1 <> point1 or side2_score - last2 <> point2)
    union all
    select record, game_id, 'rally_no'
    from expected
    where is_whole and is_told
        and (high_before >= target_score and lead_before >= win_by or high_before >= score_cap)
    union all
    select record, game_id, 'side1_score'
    from expected
    where is_whole and is_told and place = recorded and (score1 <> final1 or score2 <> final2)
)

select faults.record, faults.field
from faults
union
-- What belongs to a game that cannot have been goes with it.
select others.record, ''
from (
    select rally.record, rally.game_id from rallies as rally
    union all
    select game.record, game.id from games as game
) as others
where others.game_id in (select faults.game_id from faults)
    and not exists (select from faults where faults.record = others.record)
