with {known}, inbound as (
    select interaction.family_unit_id, interaction.logged_by
    from {labelled} as interaction
    where interaction.label = 'i' and interaction.direction = 'inbound'
)
select 'suppressed: notifications of messages of coaches, and their pushes' as what, count(*) as count
from inbound
join known_family_members as member
    on member.family_unit_id = inbound.family_unit_id and member.user_id <> inbound.logged_by
union all
select 'kept as it was: status of schools that the app would have advanced', count(distinct school.id)
from {labelled} as interaction
join known_schools as school on school.id = interaction.school_id
where interaction.label = 'i' and coalesce(school.status, 'researching') in ('researching', 'interested')
