-- summary: parent_views
-- title: Which parent looked at what of an athlete, for the athlete
-- kind: view
with ranked as (
    select
        v.*,
        row_number() over (partition by v.athlete_id order by v.viewed_at desc nulls last, v.id) as view_rank
    from public.parent_view_log as v
)

select
    r.athlete_id,
    m.family_unit_id,
    r.id as view_id,
    r.parent_user_id as parent_id,
    u.full_name as parent_name,
    r.viewed_item_type,
    r.viewed_item_id,
    r.viewed_at,
    r.view_rank::integer as rank
from ranked as r
left join public.family_members as m on m.user_id = r.athlete_id and m.role = 'player'
left join public.users as u on u.id = r.parent_user_id
