-- Rows of admitted owners and their families, for comparing with what a file holds. It runs with its owner's rights, whose
-- policy is plain `true`: through the app's own policies the planner reckons a scan of family_members a row.
create view scorebook.users_rows with (security_barrier = true) as
select person.*
from public.users as person
where person.id in (select scorebook.admitted_owners());

alter view scorebook.users_rows owner to scorebook_owner;
revoke all on scorebook.users_rows from public;
grant select on scorebook.users_rows to scorebook_loader;
