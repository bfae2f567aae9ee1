-- The app drops ids that are no schools; so that a second look finds what was written, they are dropped here.
with {known}, shared as (
    select staged.id, array(
        select given.id
        from unnest(staged.shared_with_schools::uuid[]) with ordinality as given (id, place)
        where given.id in (select school.id from known_schools as school)
        order by given.place
    )::text as schools
    from pg_temp.staged_documents as staged
    where staged.shared_with_schools <> '{}'
)
update pg_temp.staged_documents as document
set shared_with_schools = shared.schools
from shared
where shared.id = document.id and shared.schools <> document.shared_with_schools
