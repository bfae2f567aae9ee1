-- summary: athlete_activity
-- title: What each athlete did last, for the parents
-- kind: view
select
    m.user_id as athlete_id,
    m.family_unit_id,
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
join public.users as u on u.id = m.user_id
cross join lateral (
    select
        a.*,
        row_number() over (order by a.happened_at desc nulls last, a.id) as activity_rank
    from summary.activities as a
    where a.family_unit_id = m.family_unit_id and a.actor_id = m.user_id
) as r
left join public.school_contact as s on s.school_id = r.school_id and s.family_unit_id = m.family_unit_id
cross join lateral summary.activity_text(r.activity_type, r.word, r.note, s.school_name) as t
where m.role = 'player'
