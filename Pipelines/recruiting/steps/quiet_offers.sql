with {known}
select 'suppressed: notifications of offers, and their pushes' as what, count(*) as count
from {labelled} as offer
join known_family_members as member on member.family_unit_id = offer.family_unit_id
where offer.label = 'i'
