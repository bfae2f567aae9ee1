-- Which file made what is here, and what the file said then.
create table scorebook.schema_migrations (
    file text not null,
    sha256 bytea not null,
    applied_at timestamp with time zone not null default now(),
    constraint schema_migrations_pkey primary key (file)
);

alter table scorebook.schema_migrations owner to scorebook_owner;
revoke all on scorebook.schema_migrations from public;
grant select on scorebook.schema_migrations to scorebook_loader;
