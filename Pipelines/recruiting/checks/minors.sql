-- The app refuses a player below 13, and one below 18 who is in no family.
select person.record, 'date_of_birth' as field
from known_users as person
where person.record is not null
    and person.role = 'player'
    and (
        person.date_of_birth > (current_date - interval '13 years')::date
        or person.date_of_birth > (current_date - interval '18 years')::date
        and not exists (select from known_family_members as member where member.user_id = person.id)
    )
