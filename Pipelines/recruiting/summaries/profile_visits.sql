-- summary: profile_visits
-- title: Who opened an athlete's public profile, by coach where the link was one coach's
-- kind: view
with ranked as (
    select
        v.*,
        row_number() over (partition by v.profile_id order by v.viewed_at desc, v.id) as visit_rank
    from public.profile_views as v
)

select
    p.user_id as athlete_id,
    p.family_unit_id,
    r.id as visit_id,
    r.viewed_at,
    l.coach_id,
    c.coach_name,
    c.school_id,
    c.school_name,
    r.visit_rank::integer as rank
from public.player_profiles as p
join ranked as r on r.profile_id = p.id
left join public.profile_tracking_links as l on l.id = r.tracking_link_id
left join public.coach_stats as c on c.coach_id = l.coach_id and c.family_unit_id = p.family_unit_id
