select member.record, 'family_unit_id' as field
from known_family_members as member
where member.record is not null
    and exists (
        select from known_family_members as other
        where other.user_id = member.user_id
            and other.id <> member.id
            and (other.family_unit_id = member.family_unit_id or other.role = 'player' and member.role = 'player')
    )
