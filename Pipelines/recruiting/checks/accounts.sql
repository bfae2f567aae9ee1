select person.record, 'email' as field
from known_users as person
where person.record is not null
    and person.id in (
        select lacking.id
        from scorebook.lacking_accounts(array(
            select asked.id from known_users as asked where asked.record is not null
        )) as lacking (id)
    )
