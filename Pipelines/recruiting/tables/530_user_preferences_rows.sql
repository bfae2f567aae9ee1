-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.user_preferences_rows with (security_barrier = true) as
select preference.*
from public.user_preferences as preference
where preference.user_id in (select scorebook.admitted_owners());

alter view scorebook.user_preferences_rows owner to scorebook_owner;
revoke all on scorebook.user_preferences_rows from public;
grant select on scorebook.user_preferences_rows to scorebook_loader;
