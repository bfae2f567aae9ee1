select person.record, 'email' as field
from known_users as person
where person.record is not null
    and (
        exists (select from public.users as other where other.email = person.email and other.id <> person.id)
        or exists (
            select from known_users as other
            where other.record is not null and other.email = person.email and other.id <> person.id
        )
    )
