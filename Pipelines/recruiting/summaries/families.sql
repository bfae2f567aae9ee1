-- summary: families
-- title: Each family that has members
-- kind: view
-- schema: summary
select distinct fm.family_unit_id
from public.family_members as fm
