with members as (
    select member.family_unit_id, member.user_id from public.family_members as member
    union
    select member.family_unit_id, member.user_id from pg_temp.staged_family_members as member
)
select 'kept quiet: notifications of offers, and their pushes' as what, count(*) as count
from {labelled} as offer
join members on members.family_unit_id = offer.family_unit_id
where offer.label = 'i'
