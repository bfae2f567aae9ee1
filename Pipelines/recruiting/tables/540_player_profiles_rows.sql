-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.player_profiles_rows with (security_barrier = true) as
select profile.*
from public.player_profiles as profile
where profile.user_id in (select scorebook.admitted_owners());

alter view scorebook.player_profiles_rows owner to scorebook_owner;
revoke all on scorebook.player_profiles_rows from public;
grant select on scorebook.player_profiles_rows to scorebook_loader;
