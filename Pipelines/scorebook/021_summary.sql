-- What lies beneath the views and functions that the app calls, in no schema that an API exposes.
create schema summary;
revoke all on schema summary from public;
grant usage on schema summary to authenticated, service_role;
grant usage, create on schema summary to scorebook_owner;
