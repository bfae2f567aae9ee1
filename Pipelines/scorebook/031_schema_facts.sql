-- What `schema up` has made, as the catalogue had it then, and the statement that makes it so again: what was changed
-- since by others shows.
create table scorebook.schema_facts (
    position integer not null,
    kind text not null,
    object text not null,
    name text not null,
    value text not null,
    repair text,
    roles text not null,
    is_ours boolean not null,
    constraint schema_facts_pkey primary key (kind, object, name)
);

alter table scorebook.schema_facts owner to scorebook_owner;
revoke all on scorebook.schema_facts from public;
grant select on scorebook.schema_facts to scorebook_loader;
