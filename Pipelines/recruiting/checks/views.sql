select seen.record, 'athlete_id' as field
from known_parent_view_log as seen
where seen.record is not null and seen.athlete_id = seen.parent_user_id
