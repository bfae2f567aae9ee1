-- People who were erased: tombstones. Their later files are refused until the erasure is lifted. The owner is known by the
-- SHA-256 of the id's text only. files are still to be removed; they are null once that is done.
create table scorebook.erasures (
    id uuid not null default gen_random_uuid(),
    owner_sha256 bytea not null,
    started_at timestamp with time zone not null default now(),
    finished_at timestamp with time zone,
    lifted_at timestamp with time zone,
    counts jsonb not null default '{}',
    file_count integer not null default 0,
    files text[],
    constraint erasures_pkey primary key (id),
    constraint erasures_owner_key unique (owner_sha256)
);

alter table scorebook.erasures owner to scorebook_owner;
revoke all on scorebook.erasures from public;
grant select, insert, update on scorebook.erasures to scorebook_loader;
