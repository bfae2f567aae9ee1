-- The administrator owns the schema and the functions that run with the caller's rights. An owner can replace a function,
-- and the replacement runs with the rights of every caller.
create schema scorebook;
revoke all on schema scorebook from public;
grant usage, create on schema scorebook to scorebook_owner;
grant usage on schema scorebook to scorebook_loader;
