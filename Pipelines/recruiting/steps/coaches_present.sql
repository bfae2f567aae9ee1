-- The app drops ids that are no coaches; so that a second look finds what was written, they are dropped here.
with {known}, present as (
    select staged.id, array(
        select given.id
        from unnest(staged.coaches_present::uuid[]) with ordinality as given (id, place)
        where given.id in (select coach.id from known_coaches as coach)
        order by given.place
    )::text as coaches
    from pg_temp.staged_events as staged
    where staged.coaches_present <> '{}'
)
update pg_temp.staged_events as event
set coaches_present = present.coaches
from present
where present.id = event.id and present.coaches <> event.coaches_present
