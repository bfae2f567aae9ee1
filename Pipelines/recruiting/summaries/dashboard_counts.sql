-- summary: dashboard_counts
-- title: What the dashboard counts of each member's family
-- kind: stored
-- schema: summary
-- keys: family_unit_id, athlete_id
-- owner: family_unit_id
-- family: family_unit_id
-- by: keys
-- touches public.family_members:
--     select family_unit_id, user_id as athlete_id from changed
-- touches public.schools:
--     select c.family_unit_id, fm.user_id as athlete_id
--     from changed as c
--     join public.family_members as fm on fm.family_unit_id = c.family_unit_id
-- keeps public.schools:
--     select c.id, c.family_unit_id from changed as c
--     group by c.id, c.family_unit_id having count(*) = 1 or count(distinct c.is_favorite is true) > 1
-- locks public.schools:
--     select k.owner from changed as c cross join lateral (values (c.family_unit_id), (c.id)) as k (owner)
-- touches public.coach_stats:
--     select c.family_unit_id, fm.user_id as athlete_id
--     from changed as c
--     join public.family_members as fm on fm.family_unit_id = c.family_unit_id
-- keeps public.coach_stats: select family_unit_id from changed
-- locks public.coach_stats: select family_unit_id from changed
-- touches public.interaction_daily:
--     select family_unit_id, athlete_id from changed
-- touches public.school_priorities:
--     select s.family_unit_id, fm.user_id as athlete_id
--     from changed as c
--     join public.schools as s on s.id = c.school_id
--     join public.family_members as fm on fm.family_unit_id = s.family_unit_id
-- keeps public.school_priorities: select school_id from changed
-- locks public.school_priorities:
--     select school_id from changed
--     union
--     select s.family_unit_id from changed as c join public.schools as s on s.id = c.school_id
--
-- A school may move to another family while its tier comes: both lock the school's id.
--
-- avg_responsiveness is null where the family has no coach.
select
    fm.family_unit_id,
    fm.user_id as athlete_id,
    s.school_count,
    s.favorite_school_count,
    s.a_tier_school_count,
    c.coach_count,
    c.avg_responsiveness,
    i.interaction_count
from public.family_members as fm
cross join lateral (
    select
        count(*)::integer as school_count,
        count(*) filter (where s.is_favorite)::integer as favorite_school_count,
        count(*) filter (where p.priority_tier = 'A')::integer as a_tier_school_count
    from public.schools as s
    left join public.school_priorities as p on p.school_id = s.id
    where s.family_unit_id = fm.family_unit_id
) as s
cross join lateral (
    select
        count(*)::integer as coach_count,
        avg(c.responsiveness_score) as avg_responsiveness
    from public.coach_stats as c
    where c.family_unit_id = fm.family_unit_id
) as c
cross join lateral (
    select coalesce(sum(d.interactions), 0)::integer as interaction_count
    from public.interaction_daily as d
    where d.athlete_id = fm.user_id and d.family_unit_id = fm.family_unit_id
) as i
