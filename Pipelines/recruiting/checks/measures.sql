-- The app writes height and weight of a player's preferences into integers beside the user.
select preference.record, 'data' as field
from known_user_preferences as preference
cross join (values ('height_inches'), ('weight_lbs')) as measure (name)
where preference.record is not null
    and preference.category = 'player'
    and case
        when preference.data ->> measure.name ~ '^\d+$' then (preference.data ->> measure.name)::numeric > 2147483647
    end
