-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.suggestion_rows with (security_barrier = true) as
select suggestion.*
from public.suggestion as suggestion
where suggestion.athlete_id in (select scorebook.admitted_owners());

alter view scorebook.suggestion_rows owner to scorebook_owner;
revoke all on scorebook.suggestion_rows from public;
grant select on scorebook.suggestion_rows to scorebook_loader;
