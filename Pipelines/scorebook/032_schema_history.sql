-- Which definitions summaries were ever made from here: a program that would put an old one back is an older one.
create table scorebook.schema_history (
    summary text not null,
    mark text not null,
    made_at timestamp with time zone not null default now(),
    constraint schema_history_pkey primary key (summary, mark)
);

alter table scorebook.schema_history owner to scorebook_owner;
revoke all on scorebook.schema_history from public;
grant select on scorebook.schema_history to scorebook_loader;
