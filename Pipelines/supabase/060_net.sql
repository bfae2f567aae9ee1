-- pg_net, which posts to the world, is stood in for by a log: nothing of an embedded cluster leaves the machine.
create schema if not exists net;
grant usage on schema net to postgres, anon, authenticated, service_role;
