select preference.record, 'category' as field
from known_user_preferences as preference
where preference.record is not null
    and exists (
        select from known_user_preferences as other
        where other.user_id = preference.user_id
            and other.category = preference.category
            and other.id <> preference.id
    )
