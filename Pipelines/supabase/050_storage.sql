create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
