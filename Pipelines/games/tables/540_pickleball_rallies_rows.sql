-- Rows of admitted owners, for comparing with what a file holds: found by the index over owners, whatever others have. It
-- runs with its owner's rights.
create view scorebook.pickleball_rallies_rows with (security_barrier = true) as
select kept.*
from public.pickleball_rallies as kept
where kept.user_id = any (array(select scorebook.admitted_owners()));

alter view scorebook.pickleball_rallies_rows owner to scorebook_owner;
revoke all on scorebook.pickleball_rallies_rows from public;
grant select on scorebook.pickleball_rallies_rows to scorebook_loader;
