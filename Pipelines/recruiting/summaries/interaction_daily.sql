-- summary: interaction_daily
-- title: Interactions of each member's family by the member's local day
-- kind: stored
-- keys: athlete_id, family_unit_id, day
-- owner: family_unit_id
-- family: family_unit_id
-- touches public.interactions:
--     select d.user_id as athlete_id, c.family_unit_id, (c.occurred_at at time zone d.timezone)::date as day
--     from changed as c
--     join public.family_members as fm on fm.family_unit_id = c.family_unit_id
--     join public.local_days as d on d.user_id = fm.user_id
-- keeps public.interactions: select family_unit_id, occurred_at from changed
-- locks public.interactions: select family_unit_id from changed
-- touches public.family_members:
--     select i.athlete_id, i.family_unit_id, i.day
--     from changed as c
--     join summary.interaction_days as i on i.family_unit_id = c.family_unit_id and i.athlete_id = c.user_id
--     union
--     select t.athlete_id, t.family_unit_id, t.day
--     from changed as c
--     join public.interaction_daily as t on t.family_unit_id = c.family_unit_id and t.athlete_id = c.user_id
-- keeps public.family_members: select family_unit_id, user_id from changed
-- locks public.family_members:
--     select family_unit_id from changed union select user_id from changed
-- touches public.users:
--     select k.athlete_id, k.family_unit_id, k.day
--     from changed as moved
--     cross join lateral (
--         select i.athlete_id, i.family_unit_id, i.day
--         from summary.interaction_days as i
--         where i.athlete_id = moved.id
--         union
--         select t.athlete_id, t.family_unit_id, t.day
--         from public.interaction_daily as t
--         where t.athlete_id = moved.id
--     ) as k
-- keeps public.users: select c.id from changed as c group by c.id having count(distinct c.timezone) > 1
-- locks public.users:
--     select c.id from changed as c
--     union
--     select fm.family_unit_id from changed as c join public.family_members as fm on fm.user_id = c.id
-- touches scorebook.user_zones:
--     select k.athlete_id, k.family_unit_id, k.day
--     from changed as c
--     cross join lateral (
--         select i.athlete_id, i.family_unit_id, i.day
--         from summary.interaction_days as i
--         where i.athlete_id = c.user_id
--         union
--         select t.athlete_id, t.family_unit_id, t.day
--         from public.interaction_daily as t
--         where t.athlete_id = c.user_id
--     ) as k
-- keeps scorebook.user_zones: select user_id from changed
-- locks scorebook.user_zones:
--     select c.user_id from changed as c
--     union
--     select fm.family_unit_id from changed as c join public.family_members as fm on fm.user_id = c.user_id
select
    i.athlete_id,
    i.family_unit_id,
    i.day,
    count(*)::integer as interactions,
    count(*) filter (where i.direction = 'outbound')::integer as outbound,
    count(*) filter (where i.direction = 'inbound')::integer as inbound
from summary.interaction_days as i
group by i.athlete_id, i.family_unit_id, i.day
