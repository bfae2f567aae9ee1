with inbound as (
    select interaction.family_unit_id, interaction.logged_by
    from {labelled} as interaction
    where interaction.label = 'i' and interaction.direction = 'inbound'
), members as (
    select member.family_unit_id, member.user_id from public.family_members as member
    union
    select member.family_unit_id, member.user_id from pg_temp.staged_family_members as member
)
select 'kept quiet: notifications of messages of coaches, and their pushes' as what, count(*) as count
from inbound
join members on members.family_unit_id = inbound.family_unit_id and members.user_id <> inbound.logged_by
union all
select 'kept: schools whose status the app would have advanced', count(distinct interaction.school_id)
from {labelled} as interaction
left join public.schools as there on there.id = interaction.school_id
left join pg_temp.staged_schools as brought on brought.id = interaction.school_id
where interaction.label = 'i'
    and coalesce(brought.status, there.status::text, 'researching') in ('researching', 'interested')
