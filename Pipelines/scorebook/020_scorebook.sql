create schema scorebook authorization scorebook_owner;
revoke all on schema scorebook from public;
grant usage on schema scorebook to scorebook_loader;
