-- summary: athlete_activity
-- title: What each athlete did last, for the parents
-- kind: view
with ranked as (
    select
        a.*,
        row_number() over (
            partition by a.family_unit_id, a.actor_id
            order by a.happened_at desc, a.id
        ) as activity_rank
    from summary.activities as a
)

select
    m.user_id as athlete_id,
    r.family_unit_id,
    u.full_name as athlete_name,
    r.activity_type,
    r.id as activity_id,
    r.school_id,
    s.school_name,
    r.happened_at,
    t.title,
    t.description,
    r.activity_rank::integer as rank
from public.family_members as m
join ranked as r on r.family_unit_id = m.family_unit_id and r.actor_id = m.user_id
join public.users as u on u.id = m.user_id
left join public.school_contact as s on s.school_id = r.school_id and s.family_unit_id = r.family_unit_id
cross join lateral summary.activity_text(r.activity_type, r.word, r.note, s.school_name) as t
where m.role = 'player'
