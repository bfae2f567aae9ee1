-- A code leads to one family; others' families are not the loader's to see.
select family.record, 'family_code' as field
from known_family_units as family
where family.record is not null
    and (
        exists (
            select from known_family_units as other
            where other.family_code = family.family_code and other.id <> family.id
        )
        or exists (
            select
            from scorebook.taken_family_codes(array(
                select asked.family_code::text from known_family_units as asked where asked.record is not null
            )) as taken
            where taken.family_code = family.family_code and taken.id <> family.id
        )
    )
